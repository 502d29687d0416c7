import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { appendPoint } from '../engine/signal.ts';

/** How often to poll while the socket doesn't send the signal. */
const POLL_MS = 2000;

const signalQuery = queryOptions({
  queryKey: ['signal'],
  queryFn: ({ signal }) => call('GET /api/me/signal', { signal }),
});

const historyQuery = queryOptions({
  queryKey: ['signal-history'],
  queryFn: ({ signal }) => call('GET /api/me/signal/course', { signal }),
  select: ({ points }) => points,
});

/** The ingest health of the streamer's encoder, live. */
export function useSignal() {
  const client = useQueryClient();
  const connection = useConnectionState();
  const [received, setReceived] = useState(false);
  useTopic('signal', (message) => {
    setReceived(message.kind === 'snapshot');
    if (message.kind === 'snapshot') client.setQueryData(signalQuery.queryKey, message.data);
  });
  return useQuery({ ...signalQuery, refetchInterval: connection === 'open' && received ? false : POLL_MS });
}

/** The ingest health history: loaded once, then extended by the socket. */
export function useSignalHistory() {
  const client = useQueryClient();
  useTopic('signal', (message) => {
    if (message.kind !== 'snapshot') return;
    const { point, streamId } = message.data;
    client.setQueryData(historyQuery.queryKey, (old) => {
      if (streamId === null) return { points: [] };
      return old && point ? { points: appendPoint(old.points, point) } : old;
    });
  });
  // A tab in the background may have missed points.
  return useQuery({ ...historyQuery, refetchOnWindowFocus: 'always' });
}
