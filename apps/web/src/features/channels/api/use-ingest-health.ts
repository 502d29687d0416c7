import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { setPushed } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { appendPoint } from '../engine/ingest-health.ts';

/** How often to poll while the socket doesn't send the signal. */
const POLL_MS = 2000;

const healthQuery = apiQuery('GET /api/me/ingest-health');
const historyQuery = apiQuery('GET /api/me/ingest-health/history');

/** The ingest health of the streamer's encoder, live. */
export function useIngestHealth() {
  const client = useQueryClient();
  const connection = useConnectionState();
  const [received, setReceived] = useState(false);
  useTopic('ingest-health', (message) => {
    setReceived(message.kind === 'snapshot');
    if (message.kind === 'snapshot') setPushed(client, healthQuery.queryKey, message.data);
  });
  const refetchInterval = connection === 'open' && received ? false : POLL_MS;
  return useApi('GET /api/me/ingest-health', {}, { refetchInterval });
}

/** The ingest health history: loaded once, then extended by the socket. */
export function useIngestHealthHistory() {
  const client = useQueryClient();
  useTopic('ingest-health', (message) => {
    if (message.kind !== 'snapshot') return;
    const { point, streamId } = message.data;
    client.setQueryData(historyQuery.queryKey, (old) => {
      if (streamId === null) return { points: [] };
      return old && point ? { points: appendPoint(old.points, point) } : old;
    });
  });
  // A tab in the background may have missed points.
  return useApi(
    'GET /api/me/ingest-health/history',
    {},
    { select: ({ points }) => points, refetchOnWindowFocus: 'always' },
  );
}
