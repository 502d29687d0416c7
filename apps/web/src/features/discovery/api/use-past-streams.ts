import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

/** What a channel has shown before, the last first. */
export const usePastStreams = (username: string) =>
  useInfiniteQuery({
    queryKey: ['past-streams', username],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/streamers/:username/streams', {
        params: { username },
        query: cursor === undefined ? {} : { cursor },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
