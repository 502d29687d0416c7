import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of the workspace, whose content scrolls by itself. */
export function Panel({ title, tools, children, className }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={clsx(
        'flex h-full min-h-0 flex-col overflow-hidden bg-surface-1 md:rounded-media',
        className,
      )}
    >
      <header className="flex h-11 shrink-0 items-center justify-between gap-2 ps-4 pe-1.5">
        <h2 className="text-base">{title}</h2>
        <div className="flex items-center gap-1">{tools}</div>
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it.
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-width:thin] focus-visible:-outline-offset-2"
      >
        {children}
      </div>
    </section>
  );
}
