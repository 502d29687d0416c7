import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '@/lib/api/api-query.ts';
import { firstData } from '@/lib/api/first-data.ts';
import { setPushed } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';

/** How often to poll while the socket is disconnected. */
const POLL_MS = 15_000;

export const featuredQuery = queryOptions({
  ...apiQuery('GET /api/streams/featured'),
  select: ({ streams }) => streams,
  initialData: () => firstData('GET /api/streams/featured'),
  initialDataUpdatedAt: performance.timeOrigin,
});

/** The featured live streams, updated by the socket, or by polling while it is disconnected. */
export function useFeatured() {
  const client = useQueryClient();
  const connection = useConnectionState();
  useTopic('featured', (message) => {
    if (message.kind === 'snapshot') setPushed(client, featuredQuery.queryKey, { streams: message.data });
  });
  return useQuery({ ...featuredQuery, refetchInterval: connection === 'open' ? false : POLL_MS });
}

/** The categories with their number of live streams; null until loaded. */
export function useCategories() {
  const { data = null } = useApi(
    'GET /api/categories',
    {},
    { select: ({ categories }) => categories, refetchInterval: 30_000 },
  );
  return data;
}
