/** A streamer's public tiers and events. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { useDonationPage } from './use-donations.ts';

export const useTiers = (username: string) =>
  useQuery({
    queryKey: ['money', 'tiers-of', username],
    queryFn: async ({ signal }) =>
      (await call('GET /api/streamers/:username/tiers', { params: { username }, signal })).tiers,
  });

/** A tier that is offered, with its channel. */
export const useTier = (id: string) =>
  useQuery({
    queryKey: ['money', 'tier', id],
    queryFn: ({ signal }) => call('GET /api/tiers/:id', { params: { id }, signal }),
  });

export const useUpcomingEvents = (username: string) =>
  useInfiniteQuery(
    pagedQuery(['money', 'events-of', username], (query, signal) =>
      call('GET /api/streamers/:username/events', { params: { username }, query, signal }),
    ),
  );

/** Whether a channel's events, tiers and donations have loaded, so that content below them can be shown. */
export function useOffersSettled(username: string): boolean {
  return [useUpcomingEvents(username), useTiers(username), useDonationPage(username)].every(
    ({ isFetched }) => isFetched,
  );
}

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
