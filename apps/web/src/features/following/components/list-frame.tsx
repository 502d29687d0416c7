import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/error-state.tsx';

interface ListFrameProps<Item> {
  query: UseInfiniteQueryResult<Item[]>;
  skeleton: ReactNode;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A list that comes page by page, in each of its states. */
export function ListFrame<Item>({ query, skeleton, empty, children }: ListFrameProps<Item>) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (!data) {
    return error ? (
      <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" aria-label="Loading">
        {skeleton}
      </div>
    );
  }
  if (data.length === 0) return empty;
  return (
    <div className="flex flex-col gap-8">
      {children(data)}
      {hasNextPage && (
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
          {isFetchNextPageError && (
            <p role="alert" className="text-muted text-sm">
              {messageOf(error)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
