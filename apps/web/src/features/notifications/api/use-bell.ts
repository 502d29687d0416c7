import { useQueryClient } from '@tanstack/react-query';
import type { Notification } from '@tributary/contracts/notifications';
import { apiQuery, invalidate } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { setPushed } from '@/lib/api/query-client.ts';
import { optimistic, useApi, useApiMutation, useApiPages, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { applyNotification, applySnapshot, withAllRead, withRead } from '../engine/bell.ts';

/** How often to poll while the socket is disconnected. */
const POLL_MS = 30_000;

const bellQuery = apiQuery('GET /api/me/bell');

const LIST = ['GET /api/me/notifications'] as const;

/** All notifications, page by page. */
export const useNotifications = () => useApiPages('GET /api/me/notifications', {}, { staleTime: 0 });

/** The number of unread notifications, as in the bell, which keeps it up to date. */
export const useUnread = () => useApi('GET /api/me/bell').data?.unread ?? 0;

/**
 * The newest notifications, updated by the socket, or by polling while it is disconnected.
 * @param onFresh receives each new notification
 */
export function useBell(onFresh: (notification: Notification) => void) {
  const client = useQueryClient();
  const connection = useConnectionState();
  useTopic('notifications', (message) => {
    const known = client.getQueryData(bellQuery.queryKey) ?? null;
    const change =
      message.kind === 'snapshot'
        ? applySnapshot(known, message.data)
        : message.kind === 'append'
          ? applyNotification(known, message.data)
          : null;
    if (!change) return;
    setPushed(client, bellQuery.queryKey, change.bell);
    void invalidate(client, LIST);
    for (const notification of change.fresh.toReversed()) onFresh(notification);
  });
  return useApi('GET /api/me/bell', {}, { refetchInterval: connection === 'open' ? false : POLL_MS });
}

/** Updates at once, and reloads if the server refuses. */
export function useRead() {
  const invalidate = useInvalidate();
  return useApiMutation((id: string) => call('PUT /api/me/notifications/:id/read', { params: { id } }), {
    shows: optimistic(bellQuery, (bell, id: string) => bell && withRead(bell, id)),
    onSettled: () => invalidate(...LIST),
    failure: t('notifications.notRead'),
  });
}

export function useReadAll() {
  const invalidate = useInvalidate();
  return useApiMutation('PUT /api/me/notifications/read', {
    shows: optimistic(bellQuery, (bell) => bell && withAllRead(bell)),
    onSettled: () => invalidate(...LIST),
    failure: t('notifications.notRead'),
  });
}
