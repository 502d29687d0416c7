import type { ServerOptions } from 'node:http';

/**
 * What a node:http server in front of viewers should be created with. A peer that dawdles over its
 * request is cut off. `server.timeout` belongs to it: IDLE_TIMEOUT_MS.
 */
export const DELIVERY_SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // This one sets and drops a timer for every request, which costs a quarter of what a small answer
  // does; `server.timeout` watches the same idle connections with one that is only pushed back.
  keepAliveTimeout: 0,
  maxHeaderSize: 16_384,
  noDelay: true,
  // A peer that has vanished without a word is found out after a minute of silence.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
} as const satisfies ServerOptions;

/**
 * For `server.timeout`: a connection on which nothing moves for so long is closed. Longer than any
 * request blocks, and than the minute after which reverse proxies give up their idle connections:
 * they should be the ones to close, or they write into a connection that is closing.
 */
export const IDLE_TIMEOUT_MS = 75_000;
