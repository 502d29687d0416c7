import type { QueryClient } from '@tanstack/react-query';
import { type StreamAddress, streamQuery } from './api/stream-query.ts';

/** Asks for all that a stream page shows first, while the page's own code is still on its way. */
export function prepareStream(client: QueryClient, address: StreamAddress): void {
  void client.prefetchQuery(streamQuery(address));
  // Failing here costs nothing: the player asks again, and says so if it cannot have it.
  if ('MediaSource' in globalThis) import('hls.js').catch(() => {});
}
