import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface LayoutProps {
  children: ReactNode;
  className?: string;
}

/** The page's width and gutters; wide enough that a wide screen shows more pictures, not larger gaps. */
export function Container({ children, className }: LayoutProps) {
  return (
    <div className={clsx('mx-auto w-full max-w-[105rem] px-4 sm:px-6 lg:px-10', className)}>{children}</div>
  );
}

/** A column for reading and forms. */
export function Column({ children, className }: LayoutProps) {
  return <div className={clsx('mx-auto w-full max-w-[46rem] px-4 sm:px-6', className)}>{children}</div>;
}

/** A titled part of a page, set apart by space alone. */
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
        <h2 className="text-lg sm:text-xl">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
