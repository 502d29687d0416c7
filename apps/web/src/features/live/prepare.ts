import type { QueryClient } from '@tanstack/react-query';
import { playback } from '@/lib/playback.ts';
import { type StreamAddress, streamQuery } from './api/stream-query.ts';
import { hlsPreloader } from './engine/sources/hls-preload.ts';

/**
 * Requests what a stream page shows first while the page's own code is still loading.
 *
 * @param entering false where only a link to the page is hovered: the stream's data is fetched, its video is not
 */
export function prepareStream(client: QueryClient, address: StreamAddress, entering: boolean): void {
  const fetched = client.prefetchQuery(streamQuery(address));
  if (!entering) return;
  // Failures are ignored: the player loads both again and reports them.
  if ('MediaSource' in globalThis) import('hls.js').catch(() => {});
  void fetched.then(async () => {
    const url = client.getQueryData(streamQuery(address).queryKey)?.stream?.playbackUrl;
    const preferences = playback();
    if (url && preferences.autoplay)
      await hlsPreloader.start(url, { preview: false, ...preferences }).catch(() => {});
  });
}
