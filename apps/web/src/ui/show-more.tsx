import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '@/lib/query.ts';
import { Button } from './button.tsx';

interface ShowMoreProps {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  label?: string;
}

/** The way to a list's next page, and why it did not come; nothing at the end. */
export function ShowMore({ list, label = 'Show more' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
      {isFetchNextPageError && (
        <p role="alert" className="text-muted text-sm">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}
