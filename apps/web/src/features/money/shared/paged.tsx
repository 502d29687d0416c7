import type { ReactNode } from 'react';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import type { PagedList } from '../api/paging.ts';

interface PagedProps<Item> {
  list: PagedList<Item>;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A list in all its states, with a button for what is older. */
export function Paged<Item>({ list, empty, children }: PagedProps<Item>) {
  if (list.isPending) return <Skeleton className="h-48 rounded-media" />;
  if (!list.data) return <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <div className="flex flex-col items-start gap-4">
      {children(items)}
      <ShowMore list={list} />
    </div>
  );
}
