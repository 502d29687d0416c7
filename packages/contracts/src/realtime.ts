import { z } from 'zod';
import { featuredStream, signalHealth, streamDetail } from './live.ts';

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
  /** The message was not understood: a bug or an attack; do not come back in a loop. */
  badMessage: 4400,
} as const;

/** `featured`, `stream:{streamId}`, or `signal` (the subscriber's own encoder). */
export const topic = z.string().max(100);

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), topic }),
  z.object({ type: z.literal('unsubscribe'), topic }),
  /** What this tab is playing, or null; it counts as one viewer of it, one per browser. */
  z.object({ type: z.literal('watching'), streamId: z.uuid().nullable() }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** The first message after subscribing to a topic is its whole present state. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('featured'), topic, data: z.array(featuredStream) }),
  z.object({ type: z.literal('stream'), topic, data: streamDetail }),
  /** On a `stream:` topic between two `stream` messages: only the count has changed. */
  z.object({ type: z.literal('viewers'), topic, data: z.object({ currentViewers: z.int() }) }),
  z.object({ type: z.literal('signal'), topic, data: signalHealth }),
  z.object({ type: z.literal('refused'), topic, code: z.enum(['unknown_topic', 'forbidden', 'too_many']) }),
  z.object({ type: z.literal('pong') }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
