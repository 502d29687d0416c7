/** A viewer's tickets. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { useSession } from '@/lib/session.ts';

/** The user's ticket to an event; null without one. Undefined for visitors. */
export function useTicket(eventId: string) {
  const { user } = useSession();
  return useQuery({
    queryKey: ['money', 'ticket', eventId, user?.id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/events/:id/ticket', { params: { id: eventId }, signal })).ticket,
    enabled: user !== null,
  });
}

export function useTakeTicket(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/events/:id/ticket', { params: { id: eventId } }),
    // Also after a refusal, which may mean that the last seat was taken.
    onSettled: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}

const ticketsQuery = pagedQuery(['money', 'tickets'], (query, signal) =>
  call('GET /api/me/tickets', { query, signal }),
);

export const useTickets = () => useInfiniteQuery(ticketsQuery);
