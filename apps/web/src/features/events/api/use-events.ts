/** A channel's public events. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';

export const useUpcomingEvents = (username: string) =>
  useInfiniteQuery(
    pagedQuery(['money', 'events-of', username], (query, signal) =>
      call('GET /api/streamers/:username/events', { params: { username }, query, signal }),
    ),
  );

/** Whether the upcoming events of a channel have loaded, so that content below them can be shown. */
export const useEventsSettled = (username: string): boolean => useUpcomingEvents(username).isFetched;

export const useEvent = (id: string) =>
  useQuery({
    queryKey: ['money', 'event', id],
    queryFn: async ({ signal }) => {
      const event = await call('GET /api/events/:id', { params: { id }, signal });
      // By a clock that nobody sets, since the browser's time of day may be wrong.
      return { ...event, startsAtMs: performance.now() + event.startsInMs };
    },
    // The server starts and ends events every minute. Ticket holders wait for the stream of a live one.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'live' && data.streamSlug === null ? 10_000 : 60_000,
  });
