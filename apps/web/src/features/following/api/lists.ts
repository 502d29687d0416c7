/** One's own lists, page by page. */
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/toaster.tsx';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

const listOptions = <Item>(
  key: readonly string[],
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

const withCursor = (cursor: string | undefined) => ({ query: cursor === undefined ? {} : { cursor } });

const followingList = listOptions(['following', 'list'], (cursor, signal) =>
  call('GET /api/me/following', { ...withCursor(cursor), signal }),
);
const savedList = listOptions(['saved', 'list'], (cursor, signal) =>
  call('GET /api/me/saved', { ...withCursor(cursor), signal }),
);
const historyList = listOptions(['history'], (cursor, signal) =>
  call('GET /api/me/history', { ...withCursor(cursor), signal }),
);

/** Of nobody for a visitor. */
export const useFollowing = () =>
  useInfiniteQuery({ ...followingList, enabled: useSession().state === 'signed-in' });

export const useSavedList = () => useInfiniteQuery(savedList);
export const useHistory = () => useInfiniteQuery({ ...historyList, staleTime: 0 });

/** The figures of the overview. */
export const useOverview = () =>
  useQuery({
    queryKey: ['following', 'overview'],
    queryFn: ({ signal }) => call('GET /api/me/viewer-overview', { signal }),
    staleTime: 0,
  });

export function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: StreamId) => call('DELETE /api/me/history/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: historyList.queryKey }),
    onError: (error) => toast.error('It could not be removed', { description: messageOf(error) }),
  });
}

export function useClearHistory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/me/history'),
    onSuccess: () => client.invalidateQueries({ queryKey: historyList.queryKey }),
    onError: (error) => toast.error('Your history could not be cleared', { description: messageOf(error) }),
  });
}
