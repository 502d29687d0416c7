import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Bell, Notification } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { hearOne, hearWhole, withAllRead, withRead } from '../engine/bell.ts';

/** How often the bell is asked for while the socket is down. */
const POLL_MS = 30_000;

const bellQuery = queryOptions({
  queryKey: ['bell'],
  queryFn: ({ signal }) => call('GET /api/me/bell', { signal }),
});

/** The bell, kept current by the socket, or by asking while there is none. @param onFresh hears each new one */
export function useBell(onFresh: (notification: Notification) => void) {
  const client = useQueryClient();
  const connection = useConnectionState();
  useTopic('notifications', (message) => {
    const known = client.getQueryData(bellQuery.queryKey) ?? null;
    const heard =
      message.kind === 'snapshot'
        ? hearWhole(known, message.data)
        : message.kind === 'append'
          ? hearOne(known, message.data)
          : null;
    if (!heard) return;
    // An answer on its way may be older than what has just come.
    void client.cancelQueries({ queryKey: bellQuery.queryKey });
    client.setQueryData(bellQuery.queryKey, heard.bell);
    for (const notification of heard.fresh.toReversed()) onFresh(notification);
  });
  return useQuery({ ...bellQuery, refetchInterval: connection === 'open' ? false : POLL_MS });
}

/** Shows the change at once, and the server's word for it where it did not happen. */
function optimistic<Variables>(client: QueryClient, change: (bell: Bell, variables: Variables) => Bell) {
  return {
    onMutate: async (variables: Variables) => {
      await client.cancelQueries({ queryKey: bellQuery.queryKey });
      client.setQueryData(bellQuery.queryKey, (bell) => bell && change(bell, variables));
    },
    onError: (error: unknown) => {
      toast.error('Not marked as read', { description: messageOf(error) });
      void client.invalidateQueries({ queryKey: bellQuery.queryKey });
    },
  };
}

export function useRead() {
  return useMutation({
    mutationFn: (id: string) => call('PUT /api/me/notifications/:id/read', { params: { id } }),
    ...optimistic<string>(useQueryClient(), withRead),
  });
}

export function useReadAll() {
  return useMutation({
    mutationFn: () => call('PUT /api/me/notifications/read'),
    ...optimistic<void>(useQueryClient(), withAllRead),
  });
}
