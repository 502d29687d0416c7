import { clsx } from 'clsx';

/** A placeholder for content that is loading; the class sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={clsx('animate-shimmer rounded-control bg-surface-2', className)} />
  );
}

interface SpinnerProps {
  size?: number;
  /** The label for screen readers; leave it out if the surrounding text already says it. */
  label?: string;
}

export function Spinner({ size = 24, label }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        className="animate-spin"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9.5" opacity=".22" />
        <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.500" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
