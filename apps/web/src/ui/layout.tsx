import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface LayoutProps {
  children: ReactNode;
  className?: string;
}

interface ContainerProps extends LayoutProps {
  /** `wide` is for grids of streams, `page` for reading and forms. */
  width?: 'wide' | 'page';
}

/** Sets a page's width and gutters. */
export function Container({ width = 'wide', children, className }: ContainerProps) {
  const limit = width === 'wide' ? 'max-w-[105rem]' : 'max-w-[80rem]';
  return <div className={clsx('mx-auto w-full px-4 sm:px-6 lg:px-10', limit, className)}>{children}</div>;
}

/** A titled part of a page. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A labeled value in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
