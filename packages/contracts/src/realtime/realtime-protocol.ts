/** Constants of the realtime socket, without schemas, so that the first page load needs no zod. */

/** Each tab has one socket. Messages are JSON text frames. */
export const REALTIME_PATH = '/api/realtime';

/** The subprotocol (RFC 6455, 1.9), which the server chooses if a client offers any. */
export const REALTIME_SUBPROTOCOL = 'tributary.v1';

/**
 * The prefix of another subprotocol with which a client may offer an access token, since this is the only header of a
 * socket that scripts can set. Clients that are not browsers may send `Authorization: Bearer` instead.
 */
export const REALTIME_TOKEN_PREFIX = 'tributary.token.';

/** How often a client sends a ping; the server closes a socket that is silent for two intervals (spec section 9). */
export const REALTIME_HEARTBEAT_MS = 25_000;

/** The longest text frame the server reads. */
export const REALTIME_MAX_CLIENT_BYTES = 4096;

/** The close codes to which the client reacts. */
export const REALTIME_CLOSE = {
  /** The client reads too slowly: it reconnects and receives the state again. */
  slow: 4008,
  /** The server is stopping: the client reconnects soon. */
  restarting: 4012,
  /** The session is over, or belongs to another user: the client reconnects with its current cookies. */
  sessionOver: 4013,
  /** The server does not understand the client, which must not reconnect in a loop. */
  badMessage: 4400,
} as const;
