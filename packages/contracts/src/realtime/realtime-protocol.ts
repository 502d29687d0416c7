/** What both ends of the socket agree on besides its messages; free of schemas, so that a first page load needs no zod. */

/** The one socket of a tab. Messages are JSON text frames. */
export const REALTIME_PATH = '/api/realtime';

/** The client sends a ping this often, and the server closes what has been silent for two (spec section 9). */
export const REALTIME_HEARTBEAT_MS = 25_000;

/** The longest text frame the server reads. */
export const REALTIME_MAX_CLIENT_BYTES = 4096;

/** Close codes the client acts on. */
export const REALTIME_CLOSE = {
  /** Too slow to drain: come back, and read the state afresh. */
  slow: 4008,
  /** The server is stopping: come back soon. */
  restarting: 4012,
  /** Whoever it belonged to is signed out, banned or somebody else: come back as whoever you are now. */
  sessionOver: 4013,
  /** The message was not understood: a bug or an attack; do not come back in a loop. */
  badMessage: 4400,
} as const;
