import type { ServerOptions } from 'node:http';

/**
 * What a node:http server in front of viewers should be created with. A peer that dawdles over its
 * request is cut off; idle connections are for `closeIdleConnections`.
 */
export const DELIVERY_SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 0,
  // Viewers send no bodies, and to watch each request's for its end costs a tenth of a small answer.
  optimizeEmptyRequests: true,
  maxHeaderSize: 16_384,
  noDelay: true,
  // A peer that has vanished without a word is found out after a minute of silence.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
} as const satisfies ServerOptions;
