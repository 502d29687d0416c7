import { clsx } from 'clsx';

/** Stands where something is about to be; its size comes from the class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={clsx('animate-shimmer rounded-control bg-surface-2', className)} />
  );
}
