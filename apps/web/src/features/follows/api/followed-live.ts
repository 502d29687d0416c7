import { useQueryClient } from '@tanstack/react-query';
import { apiQuery, invalidate } from '@/lib/api-query.ts';
import { setPushed } from '@/lib/query.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { useApi } from '@/lib/use-api.ts';
import { withChannel } from '../engine/with-channel.ts';

/** Viewer counts come with the list only; everything does while the socket is disconnected. */
const REFRESH_MS = 60_000;
const POLL_MS = 15_000;

/** The live streams of followed channels, most viewers first; disabled for visitors. */
export function useFollowedLive() {
  const client = useQueryClient();
  const connection = useConnectionState();
  const signedIn = useSession().state === 'signed-in';
  const { queryKey } = apiQuery('GET /api/me/following/live');
  useTopic(signedIn ? 'following' : null, (message) => {
    if (message.kind === 'snapshot') setPushed(client, queryKey, message.data);
    if (message.kind !== 'patch') return;
    const { streamerId, live } = message.data;
    const before = client.getQueryData(queryKey)?.streams;
    if (!before) return;
    setPushed(client, queryKey, { streams: withChannel(before, streamerId, live) });
    const wasLive = before.some(({ streamer }) => streamer.id === streamerId);
    if (wasLive !== (live !== null)) void invalidate(client, ['GET /api/me/following']);
  });
  return useApi(
    'GET /api/me/following/live',
    {},
    {
      select: ({ streams }) => streams,
      enabled: signedIn,
      refetchInterval: connection === 'open' ? REFRESH_MS : POLL_MS,
    },
  );
}
