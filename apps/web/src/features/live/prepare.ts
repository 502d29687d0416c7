import type { QueryClient } from '@tanstack/react-query';
import { playback } from '@/lib/playback.ts';
import { type StreamAddress, streamQuery } from './api/stream-query.ts';
import { hasMatureConsent } from './engine/mature-consent.ts';

export { forgetPositions } from './engine/recording/stored-positions.ts';
export { readStartOptions } from './start-options.ts';

/**
 * Starts what a stream page shows first while the page's own code is still loading.
 *
 * @param entering false where only a link to the page is hovered or touched; its player then waits, silent
 */
export function prepareStream(client: QueryClient, address: StreamAddress, entering: boolean): void {
  const fetched = client.prefetchQuery(streamQuery(address));
  const player = import('./engine/prepared-player.ts');
  // A failure is ignored: the page loads the scripts again and reports it.
  if ('MediaSource' in globalThis) import('hls.js').catch(() => {});
  Promise.all([player, fetched]).then(
    ([{ preparedPlayer }]) => {
      const { stream } = client.getQueryData(streamQuery(address).queryKey) ?? {};
      const { autoplay, lowData } = playback();
      if (!stream?.playbackUrl || !autoplay || (lowData && !entering)) return;
      if (!stream.isMature || hasMatureConsent()) preparedPlayer.prepare(stream.playbackUrl);
    },
    () => {},
  );
}
