import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamDetail } from '@tributary/contracts/live';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { useState } from 'react';
import { pollInterval } from '@/lib/api/query-client.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { type StreamAddress, streamQuery } from './stream-query.ts';
import { isRunning, takeChannelMessage, takeStreamMessage } from './stream-updates.ts';

/** How often a stream is fetched while the socket is down, and an offline channel in any case, since its viewers wait. */
const POLL_MS = 10_000;

function followsChannel(address: StreamAddress): boolean {
  return 'slug' in address && address.slug === LIVE_SLUG;
}

/** The stream at `address`, kept current by the socket, or by polling while there is none. */
export function useStream(address: StreamAddress) {
  const client = useQueryClient();
  const connection = useConnectionState();
  const options = streamQuery(address);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state: { data, error } }) => {
      if (data === undefined) return pollInterval(undefined, error, POLL_MS);
      return pollInterval(isRunning(data) ? connection !== 'open' : followsChannel(address), error, POLL_MS);
    },
  });

  const waiting = followsChannel(address) && !isRunning(query.data);
  useTopic(waiting && 'slug' in address ? `channel:${address.username.toLowerCase()}` : null, (message) =>
    takeChannelMessage(client, options.queryKey, message),
  );

  const id = query.data?.stream?.id;
  useTopic(id === undefined ? null : `stream:${id}`, (message) =>
    takeStreamMessage(client, options.queryKey, message),
  );
  return query;
}

/**
 * The stream at `address` for people who watch. A channel's page keeps a stream that has ended until the next one, so
 * that its last picture and its recording stay.
 */
export function useWatchedStream(address: StreamAddress) {
  const query = useStream(address);
  const { data } = query;
  const [last, setLast] = useState(data);
  const hasEnded = data?.state === 'offline' && last?.stream != null && last.streamer.id === data.streamer.id;
  if (!hasEnded && data !== last) setLast(data);
  return { ...query, data: hasEnded ? { ...last, state: 'ended' as const } : data };
}

/** The stream that the same channel has started since `detail` ended, or null. */
export function useNextStream(detail: StreamDetail): StreamDetail | null {
  const over = detail.state === 'ended';
  const { data } = useQuery({
    ...streamQuery({ username: detail.streamer.username, slug: LIVE_SLUG }),
    enabled: over,
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  return over && data && isRunning(data) && data.stream?.id !== detail.stream?.id ? data : null;
}
