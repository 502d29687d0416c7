/** Queries and changes of events, for viewers and creators. */
import { useQuery } from '@tanstack/react-query';
import type { OwnEvent } from '@tributary/contracts/events';
import { apiQuery, type Scope } from '@/lib/api/api-query.ts';
import { useApi, useApiMutation, useApiPages } from '@/lib/api/use-api.ts';
import { useSession } from '@/lib/session.ts';

export const useUpcomingEvents = (username: string) =>
  useApiPages('GET /api/streamers/:username/events', { params: { username } });

/** Whether the upcoming events of a channel have loaded, so that content below them can be shown. */
export const useEventsSettled = (username: string): boolean => useUpcomingEvents(username).isFetched;

export function useEvent(id: string) {
  const { queryKey, queryFn } = apiQuery('GET /api/events/:id', { params: { id } });
  return useQuery({
    queryKey: [...queryKey, 'start'],
    queryFn: async (context) => {
      const event = await queryFn(context);
      // Measured by a monotonic clock, since the browser's time of day may be wrong.
      return { ...event, startsAtMs: performance.now() + event.startsInMs };
    },
    // The server starts and ends events every minute. Ticket holders wait for the stream of a live one.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'live' && data.streamSlug === null ? 10_000 : 60_000,
  });
}

/** The user's ticket to an event; null without one. Undefined for visitors. */
export const useTicket = (id: string) =>
  useApi(
    'GET /api/events/:id/ticket',
    { params: { id } },
    { enabled: useSession().user !== null, select: ({ ticket }) => ticket },
  );

const CHANGED: readonly Scope[] = [
  'GET /api/me/events',
  'GET /api/me/events/:id/refunds',
  // Canceling an event removes it from the channel's streams.
  'GET /api/me/stream-event',
  'GET /api/events/*',
  'GET /api/streamers/:username/events',
];

/** A change that the server answers with the changed event. @param failure the title of a toast if it fails */
export const useEventChange = <Variables = void>(
  change: (variables: Variables) => Promise<OwnEvent>,
  failure?: string,
) =>
  useApiMutation(change, {
    answers: ({ id }) => apiQuery('GET /api/me/events/:id', { params: { id } }),
    invalidates: CHANGED,
    ...(failure !== undefined && { failure }),
  });

/** The event of the channel's streams. Read again, since the server changes it with time. */
export const useStreamEvent = () => useApi('GET /api/me/stream-event', {}, { refetchInterval: 30_000 });
