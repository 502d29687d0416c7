import { z } from 'zod';

/** `name` or `name:argument` of a topic that a feature declares. */
const address = z.string().max(100);

/** A number from the client, which matches an answer to its action. */
const requestId = z.int().nonnegative();

/**
 * The id of an append: text that increases, compared character by character, in the order in which the items were made.
 * The UUIDv7 ids of rows have this property.
 */
const itemId = z.string().min(1).max(64);

export const clientMessage = z.discriminatedUnion('type', [
  /** `lastId` is the id of the newest append that the client has from an earlier connection. */
  z.object({ type: z.literal('subscribe'), topic: address, lastId: itemId.optional() }),
  z.object({ type: z.literal('unsubscribe'), topic: address }),
  z.object({
    type: z.literal('action'),
    topic: address,
    action: z.string().max(40),
    data: z.unknown(),
    id: requestId,
  }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** The reasons why the transport refuses a subscription or an action; features have codes of their own. */
export type TransportRefusal =
  | 'unknown_topic'
  | 'unknown_action'
  | 'forbidden'
  | 'invalid'
  | 'limited'
  | 'too_many'
  | 'unexpected';

export const serverMessage = z.discriminatedUnion('type', [
  /**
   * The first message of a topic is a snapshot, or the appends since `lastId`. `id` is that of an append, or of the
   * newest item in a snapshot.
   */
  z.object({
    type: z.literal('message'),
    topic: address,
    kind: z.enum(['snapshot', 'patch', 'append']),
    data: z.unknown(),
    id: itemId.optional(),
  }),
  /** The action with this `id` succeeded. */
  z.object({ type: z.literal('ack'), id: requestId, data: z.unknown().optional() }),
  /** With `id`, the action was refused. Without, the subscription was, and is over. */
  z.object({
    type: z.literal('refused'),
    topic: address,
    code: z.string(),
    message: z.string().optional(),
    id: requestId.optional(),
  }),
  z.object({ type: z.literal('pong') }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

/** The content of a frame of the server: a message, or several in their order. */
export const serverFrame = z.union([serverMessage, z.array(serverMessage)]);
