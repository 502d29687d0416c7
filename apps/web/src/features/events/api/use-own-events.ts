/** A creator's own events, and all of them for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventEdit, OwnEvent } from '@tributary/contracts/events';
import { useMoneyPage } from '@/features/payments/index.ts';
import { call } from '@/lib/api.ts';
import { pollInterval } from '@/lib/query.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { upload } from '@/lib/upload.ts';
import { EVENTS } from '../lists.ts';

const STREAM_EVENT = ['money', 'stream-event'];

const keyOf = (id: string) => ['money', 'own-event', id];

export const useOwnEvents = (search: TableSearch) =>
  useMoneyPage(['events'], EVENTS, search, (query, signal) => call('GET /api/me/events', { query, signal }));

export const useAllEvents = (search: TableSearch) =>
  useMoneyPage(['all-events'], EVENTS, search, (query, signal) =>
    call('GET /api/admin/events', { query, signal }),
  );

export const useOwnEvent = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /api/me/events/:id', { params: { id }, signal }),
    // The server starts and ends events every minute.
    refetchInterval: 60_000,
  });

/** A change that the server answers with the event as it is then. */
function useEventChange<Variables>(change: (variables: Variables) => Promise<OwnEvent>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (event) => {
      client.setQueryData(keyOf(event.id), event);
      void client.invalidateQueries({ queryKey: ['money'], refetchType: 'none' });
      // A canceled event gives the channel's streams free.
      void client.invalidateQueries({ queryKey: STREAM_EVENT });
    },
  });
}

/** Creates an event where there is no id yet. */
export const useSaveEvent = (id: string | null) =>
  useEventChange((body: EventEdit) =>
    id === null
      ? call('POST /api/me/events', { body })
      : call('PUT /api/me/events/:id', { params: { id }, body }),
  );

export type EventStep = 'publish' | 'end' | 'cancel';

export const useEventStep = (id: string) =>
  useEventChange((step: EventStep) => call(`POST /api/me/events/:id/${step}`, { params: { id } }));

export const useReplacePoster = (id: string) =>
  useEventChange(
    async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/events/${id}/poster`, file, onProgress)) as OwnEvent,
  );

export const useRemovePoster = (id: string) =>
  useEventChange(() => call('DELETE /api/me/events/:id/poster', { params: { id } }));

/** Whether streams around the time of a paid event are for its ticket holders. */
export const useSetEventStreams = (id: string) =>
  useEventChange((takesStreams: boolean) =>
    call('PUT /api/me/events/:id/streams', { params: { id }, body: { takesStreams } }),
  );

const POLL_MS = 3_000;

/** Follows until every refund is confirmed or has failed. */
export const useTicketRefunds = (id: string) =>
  useQuery({
    queryKey: ['money', 'ticket-refunds', id],
    queryFn: ({ signal }) => call('GET /api/me/events/:id/refunds', { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval(data && data.refunded + data.failed < data.paid, error, POLL_MS),
  });

/** The event that the channel's streams belong to. The server lets events take streams as time passes. */
export const useStreamEvent = () =>
  useQuery({
    queryKey: STREAM_EVENT,
    queryFn: ({ signal }) => call('GET /api/me/stream-event', { signal }),
    refetchInterval: 30_000,
  });

export function useSetStreamEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string | null) => call('PUT /api/me/stream-event', { body: { eventId } }),
    onSuccess: (answer) => client.setQueryData(STREAM_EVENT, answer),
  });
}

/** Upcoming and live events that streams can belong to, the first page of each. */
export const useOpenEvents = () =>
  useQuery({
    queryKey: ['money', 'open-events'],
    queryFn: async ({ signal }) => {
      const [live, published] = await Promise.all(
        (['live', 'published'] as const).map((status) =>
          call('GET /api/me/events', { query: { status, order: 'asc' }, signal }),
        ),
      );
      return [...(live?.items ?? []), ...(published?.items ?? [])];
    },
  });

export function useDeleteEvent(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/me/events/:id', { params: { id } }),
    onSuccess: () => client.removeQueries({ queryKey: keyOf(id) }),
  });
}
