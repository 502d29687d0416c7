import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { ShowMore } from '@/ui/tables/paging.tsx';

interface ListFrameProps<Item> {
  query: UseInfiniteQueryResult<Item[]>;
  skeleton: ReactNode;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A paged list in each of its states: loading, failed, empty and loaded. */
export function ListFrame<Item>(props: ListFrameProps<Item>) {
  return (
    <div ref={keepFocus} className="flex flex-col gap-8">
      <Contents {...props} />
    </div>
  );
}

function Contents<Item>({ query, skeleton, empty, children }: ListFrameProps<Item>) {
  const { data, error } = query;
  if (!data) {
    return error ? (
      <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" aria-label={t('ui.loading')}>
        {skeleton}
      </div>
    );
  }
  if (data.length === 0) return empty;
  return (
    <>
      {children(data)}
      <ShowMore list={query} />
    </>
  );
}
