import type { QueryClient } from '@tanstack/react-query';
import { playback } from '@/lib/playback.ts';
import { type StreamAddress, streamQuery } from './api/stream-query.ts';
import { hasMatureConsent } from './engine/mature-consent.ts';
import { preparedPlayer } from './engine/prepared-player.ts';

/**
 * Requests what a stream page shows first while the page's own code is still loading.
 *
 * @param entering false where only a link to the page is hovered: the stream's data is fetched, its video is not
 */
export function prepareStream(client: QueryClient, address: StreamAddress, entering: boolean): void {
  const fetched = client.prefetchQuery(streamQuery(address));
  // A failure is ignored: the player loads it again and reports it.
  if ('MediaSource' in globalThis) import('hls.js').catch(() => {});
  if (!entering) return;
  void fetched.then(() => {
    const { stream } = client.getQueryData(streamQuery(address).queryKey) ?? {};
    if (!stream?.playbackUrl || !playback().autoplay) return;
    if (!stream.isMature || hasMatureConsent()) preparedPlayer.prepare(stream.playbackUrl);
  });
}
