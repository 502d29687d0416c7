import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';

interface LoadFailureProps {
  /** The missing part of the page, such as `your tickets`. */
  what: string;
  query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown };
}

/** A line that replaces a part of a page that failed to load, for parts that show nothing while they are empty. */
export function LoadFailure({ what, query: { error, isFetching, refetch } }: LoadFailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-media bg-surface-1 p-5"
    >
      <p className="max-w-[60ch]">
        <span className="font-medium">{t('ui.notLoaded', { what })}</span>{' '}
        <span className="text-muted">{messageOf(error)}</span>
      </p>
      <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}
