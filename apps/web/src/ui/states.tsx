import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Mark } from './mark.tsx';

interface EmptyStateProps {
  title: string;
  /** The first step, in a sentence. */
  children: ReactNode;
  action?: ReactNode;
}

/** Where there is nothing yet: what would be here, and the first step towards it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-16 text-center">
      <Mark className="size-10 text-faint" />
      <h2 className="text-lg">{title}</h2>
      <div className="max-w-[44ch] text-muted">{children}</div>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** The failure in a sentence that says what to do. */
  message: string;
  onRetry?: () => void;
}

/** Where something could not be fetched: the reason, and another try. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <p className="max-w-[48ch] text-muted">{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
