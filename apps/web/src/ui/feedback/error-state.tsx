import { Button } from '../button.tsx';

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
