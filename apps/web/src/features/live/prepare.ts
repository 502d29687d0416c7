import type { QueryClient } from '@tanstack/react-query';
import { playback } from '@/lib/playback.ts';
import { type StreamAddress, streamQuery } from './api/stream-query.ts';
import { beginEarly } from './engine/sources/hls-preload.ts';

/**
 * Asks for all that a stream page shows first, while the page's own code is still on its way.
 *
 * @param entering the page is being opened; a link to it that is only looked at gets less
 */
export function prepareStream(client: QueryClient, address: StreamAddress, entering: boolean): void {
  const asked = client.prefetchQuery(streamQuery(address));
  if (!entering) return;
  // Failing here costs nothing: the player asks again, and says so if it cannot have it.
  if ('MediaSource' in globalThis) import('hls.js').catch(() => {});
  void asked.then(async () => {
    const url = client.getQueryData(streamQuery(address).queryKey)?.stream?.playbackUrl;
    const wish = playback();
    if (url && wish.autoplay) await beginEarly(url, { preview: false, ...wish }).catch(() => {});
  });
}
