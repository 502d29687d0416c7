import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';

interface ErrorStateProps {
  /** A sentence about the failure and the next step. */
  message: string;
  onRetry?: () => void;
}

/** Replaces content that failed to load: the reason, and a retry button. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <p className="max-w-[48ch] text-muted">{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      )}
    </div>
  );
}
