import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { appendPoint } from '../engine/signal.ts';

/** How often the signal is asked for while the socket does not tell it. */
const POLL_MS = 2000;

const signalQuery = queryOptions({
  queryKey: ['signal'],
  queryFn: ({ signal }) => call('GET /api/me/signal', { signal }),
});

const courseQuery = queryOptions({
  queryKey: ['signal-course'],
  queryFn: ({ signal }) => call('GET /api/me/signal/course', { signal }),
  select: ({ points }) => points,
});

/** What the signed-in streamer's encoder sends, as it changes. */
export function useSignal() {
  const client = useQueryClient();
  const connection = useConnectionState();
  const [heard, setHeard] = useState(false);
  useTopic('signal', (message) => {
    setHeard(message.kind === 'snapshot');
    if (message.kind === 'snapshot') client.setQueryData(signalQuery.queryKey, message.data);
  });
  return useQuery({ ...signalQuery, refetchInterval: connection === 'open' && heard ? false : POLL_MS });
}

/** How the signal was in the last minutes: read once, then continued by what the socket tells. */
export function useSignalCourse() {
  const client = useQueryClient();
  useTopic('signal', (message) => {
    if (message.kind !== 'snapshot') return;
    const { point, streamId } = message.data;
    client.setQueryData(courseQuery.queryKey, (old) => {
      if (streamId === null) return { points: [] };
      return old && point ? { points: appendPoint(old.points, point) } : old;
    });
  });
  // A tab that comes back has missed some.
  return useQuery({ ...courseQuery, refetchOnWindowFocus: 'always' });
}
