import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  /** The fact: `No subscriptions`. */
  title: ReactNode;
  /** The reason, or the first step. */
  children: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** Replaces an empty list: what it means, and what to do next. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <section className="flex flex-col items-start gap-5 rounded-media bg-surface-1 px-6 py-10 sm:px-10">
      <span className="flex size-12 items-center justify-center rounded-full bg-surface-3 text-muted">
        <Icon size={22} aria-hidden="true" />
      </span>
      <div className="flex flex-col gap-2">
        <h2 className="text-lg">{title}</h2>
        <div className="max-w-[60ch] text-muted">{children}</div>
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </section>
  );
}
