import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';

/** How often the signal is asked for while the socket does not tell it. */
const POLL_MS = 2000;

const signalQuery = queryOptions({
  queryKey: ['signal'],
  queryFn: ({ signal }) => call('GET /api/me/signal', { signal }),
});

/** What the signed-in streamer's encoder sends, as it changes. */
export function useSignal() {
  const client = useQueryClient();
  const connection = useConnectionState();
  const [heard, setHeard] = useState(false);
  useTopic('signal', (message) => {
    setHeard(message.type === 'signal');
    if (message.type === 'signal') client.setQueryData(signalQuery.queryKey, message.data);
  });
  return useQuery({ ...signalQuery, refetchInterval: connection === 'open' && heard ? false : POLL_MS });
}
