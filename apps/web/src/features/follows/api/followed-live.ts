import { useQueryClient } from '@tanstack/react-query';
import type { FeaturedStream } from '@tributary/contracts/live';
import { apiQuery, invalidate } from '@/lib/api/api-query.ts';
import { setPushed } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';

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

/** Updates a channel's live stream in the list (null removes it), most viewers first. */
export function withChannel(
  streams: readonly FeaturedStream[],
  streamerId: string,
  live: FeaturedStream | null,
): FeaturedStream[] {
  const at = streams.findIndex(({ streamer }) => streamer.id === streamerId);
  // Replaced in place, so that a stream with an unchanged count doesn't move among equals.
  const changed = streams.toSpliced(at < 0 ? streams.length : at, at < 0 ? 0 : 1, ...(live ? [live] : []));
  return changed.sort((a, b) => b.currentViewers - a.currentViewers);
}
