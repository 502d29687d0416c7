import { z } from 'zod';

/** `name` or `name:argument` of a topic that a feature declares. */
const address = z.string().max(100);

/** Chosen by the client, to match an answer with its action. */
const requestId = z.int().nonnegative();

/**
 * Of an append: text that increases, compared character by character, in the order in which the items were
 * made. The rows' UUIDv7 ids do.
 */
const itemId = z.string().min(1).max(64);

export const clientMessage = z.discriminatedUnion('type', [
  /** `lastId`: of the newest append that the client has from an earlier connection. */
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

/** Why a subscription or an action was refused by the transport; features have codes of their own. */
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
   * The first message of a topic is a snapshot, or the appends since `lastId`. `id` is that of an append, or
   * of the newest item in a snapshot.
   */
  z.object({
    type: z.literal('message'),
    topic: address,
    kind: z.enum(['snapshot', 'patch', 'append']),
    data: z.unknown(),
    id: itemId.optional(),
  }),
  /** The action with this `id` is done. */
  z.object({ type: z.literal('ack'), id: requestId, data: z.unknown().optional() }),
  /** With `id`: of that action. Without: of the subscription, which is over. */
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

/** What a frame of the server carries: a message, or several in their order. */
export const serverFrame = z.union([serverMessage, z.array(serverMessage)]);
