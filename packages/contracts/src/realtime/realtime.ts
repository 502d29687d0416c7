import { z } from 'zod';
import { signalHealth } from '../live/ingest-health.ts';
import { featuredStream, streamDetail } from '../live/streams.ts';
import { bell, notification } from '../notifications/notifications.ts';
import { userId } from '../shared/fields.ts';

/** `featured`, `stream:{streamId}`, `channel:{username}` in lower case (its running stream, or that it is offline), `signal` (the subscriber's own encoder), or `notifications` (the subscriber's own). */
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
  z.object({ type: z.literal('notifications'), topic, data: bell }),
  /** On `notifications` between two whole states: one has come. It may be among those already told. */
  z.object({ type: z.literal('notification'), topic, data: notification }),
  /** Which followed channels are on air, most viewers first. */
  z.object({
    type: z.literal('following'),
    topic,
    data: z.object({ streams: z.array(featuredStream) }),
  }),
  /** On `following` between two of those: one channel went on air, off air (null), or changed there. */
  z.object({
    type: z.literal('followed_channel'),
    topic,
    data: z.object({ streamerId: userId, live: featuredStream.nullable() }),
  }),
  z.object({ type: z.literal('refused'), topic, code: z.enum(['unknown_topic', 'forbidden', 'too_many']) }),
  z.object({ type: z.literal('pong') }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
