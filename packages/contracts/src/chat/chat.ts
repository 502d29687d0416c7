/** The chat of a stream. */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, textLine, userId } from '../shared/fields.ts';
import { byStream } from '../shared/params.ts';
import { chatStanding } from './chat-moderation.ts';
import { chatPoll } from './chat-polls.ts';
import { CHAT_MODES_OFF, chatModes } from './chat-settings.ts';
import { CHAT_PAGE_SIZE, CHAT_REPLAY_CONTEXT, CHAT_TEXT_MAX } from './constants.ts';
import { messageEmote } from './emote-codes.ts';
import { linkPreview } from './link-previews.ts';

/** The roles of a message's author, in the order in which badges are shown. */
export const CHAT_BADGES = [
  'streamer',
  'admin',
  'moderator',
  'vip',
  'verified',
  'subscriber',
  'demo',
] as const;
export const chatBadge = z.enum(CHAT_BADGES);
export type ChatBadge = z.infer<typeof chatBadge>;

export const chatAuthor = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  badges: z.array(chatBadge),
});
export type ChatAuthor = z.infer<typeof chatAuthor>;

/**
 * `action` describes an action of the author (/me), `system` is a line that the server writes on behalf of the author.
 */
export const chatMessageKind = z.enum(['message', 'action', 'announcement', 'system']);
export type ChatMessageKind = z.infer<typeof chatMessageKind>;

/** The kinds of messages that people send. Only moderators send announcements. */
const sentKind = chatMessageKind.exclude(['system']);

/** Numbers the messages of a chat from 1, in the order in which all viewers see them. */
const messageNumber = z.int().positive();

/** The emotes of a text, which contains their codes; absent: none. */
const emotes = z.array(messageEmote).optional();

/** The answered message in its current state. */
export const chatReply = z.object({
  number: messageNumber,
  /** Null: the message or its author was deleted. */
  author: chatAuthor.omit({ badges: true }).nullable(),
  /** The beginning of the text; null: deleted. */
  text: z.string().nullable(),
  emotes,
});
export type ChatReply = z.infer<typeof chatReply>;

export const CHAT_SUPPORT_KINDS = ['donation', 'subscription', 'gift'] as const;

/** The payment that a line of the server reports. */
export const chatSupport = z.object({
  kind: z.enum(CHAT_SUPPORT_KINDS),
  /** The beginning of the text, which names the giver and the amount. The rest is the donor's message. */
  headline: z.string(),
});
export type ChatSupport = z.infer<typeof chatSupport>;

/**
 * The fact that a line of the server reports. Clients write it in the language of their people; `text` has it in
 * English.
 */
export const chatFact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('donation'),
    /** Null: a guest without a name. */
    donor: z.string().nullable(),
    isGuest: z.boolean(),
    /** Minor units. */
    amount: z.int().nonnegative(),
    /** ISO 4217. */
    currency: z.string(),
  }),
  z.object({ kind: z.literal('subscription'), name: z.string() }),
  /** A subscription that was given away. The giver is null after their account was deleted or hidden. */
  z.object({ kind: z.literal('gift'), giver: z.string().nullable(), recipient: z.string() }),
  z.object({ kind: z.literal('raid'), channel: z.string(), viewers: z.int().nonnegative() }),
  /** The options with the most votes, and the share of each; none without votes. */
  z.object({
    kind: z.literal('poll'),
    question: z.string(),
    winners: z.array(z.string()),
    share: z.number(),
    votes: z.int().nonnegative(),
  }),
  z.object({ kind: z.literal('cleared') }),
]);
export type ChatFact = z.infer<typeof chatFact>;

export const chatMessage = z.object({
  number: messageNumber,
  /** An id from the sender's client, by which it recognizes its own message. */
  clientId: z.uuid(),
  sentAt: z.iso.datetime(),
  author: chatAuthor,
  kind: chatMessageKind,
  /** Null: deleted. */
  text: z.string().nullable(),
  emotes,
  replyTo: chatReply.nullable(),
  /** The preview of its first link; absent: none, or not yet. */
  preview: linkPreview.optional(),
  support: chatSupport.optional(),
  /** Lines of the server have one, except for those of earlier versions. */
  fact: chatFact.optional(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatText = textLine(CHAT_TEXT_MAX).min(1, 'Enter a message.');

/** A message that its author sends. The same `clientId` is stored once. */
export const chatSubmission = z.object({
  clientId: z.uuid(),
  kind: sentKind.default('message'),
  text: chatText,
  replyTo: messageNumber.optional().describe('The number of the message that it answers'),
});
export type ChatSubmission = z.infer<typeof chatSubmission>;

/** Deleted messages: one number, or all of one author up to a number. */
export const chatDeletion = z.object({
  /** Null: moderators have cleared the chat. */
  authorId: userId.nullable(),
  from: messageNumber,
  upTo: messageNumber,
});
export type ChatDeletion = z.infer<typeof chatDeletion>;

/** The preview of a message that was sent without it. */
export const chatPreview = z.object({ number: messageNumber, preview: linkPreview });
export type ChatPreview = z.infer<typeof chatPreview>;

/** The message above the chat. */
export const chatPin = z.object({
  message: chatMessage,
  /** The moderator's name; null: the account was deleted. */
  pinnedBy: z.string().nullable(),
  /** The remaining time; null: until the stream ends. */
  leftMs: z.number().positive().nullable(),
});
export type ChatPin = z.infer<typeof chatPin>;

/** The current state of the whole chat. */
export const chatRoom = z.object({
  modes: chatModes,
  pinned: chatPin.nullable(),
  poll: chatPoll.nullable(),
});
export type ChatRoom = z.infer<typeof chatRoom>;

export const EMPTY_CHAT_ROOM: ChatRoom = { modes: CHAT_MODES_OFF, pinned: null, poll: null };

export const chatTopic = topic({
  name: 'chat',
  access: 'public',
  argument: streamId,
  /** The newest messages, oldest first. */
  snapshot: z.object({ messages: z.array(chatMessage), room: chatRoom }),
  patch: z.union([
    z.object({ room: chatRoom.partial() }),
    z.object({ deleted: chatDeletion }),
    z.object({ previewed: chatPreview }),
    /** The standing of a person, sent to that person only. */
    z.object({ standing: chatStanding }),
  ]),
  append: chatMessage,
  actions: {
    send: {
      data: chatSubmission,
      result: z.object({
        /** Null: the message waits for a moderator. */
        number: messageNumber.nullable(),
        /** The time that this person has to wait before the next message. */
        waitMs: z.int().min(0),
      }),
      perMinute: { person: 40, network: 400 },
    },
  },
});

/** The id of a message's append, which increases as text. */
export const chatAppendId = (number: number): string => String(number).padStart(12, '0');

export const listChatMessages = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat',
  tag: 'chat',
  summary: `List up to ${CHAT_PAGE_SIZE} chat messages of a stream before a given one, oldest first`,
  access: 'public',
  params: byStream,
  query: z.object({
    before: z.coerce.number().pipe(messageNumber).optional().describe('Omit for the newest messages'),
  }),
  response: z.object({
    messages: z.array(chatMessage),
    hasOlder: z.boolean(),
  }),
});

const replayFrom = z
  .object({
    at: z.iso.datetime().optional().describe('A time of the stream'),
    after: z.coerce.number().pipe(messageNumber).optional().describe('The last message of the page before'),
  })
  .refine(({ at, after }) => (at === undefined) !== (after === undefined), 'Give either at or after.');

export const replayChatMessages = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat/replay',
  tag: 'chat',
  summary: `List up to ${CHAT_PAGE_SIZE} chat messages of a stream from a time on, and up to ${CHAT_REPLAY_CONTEXT} before it; or those that follow a message. Oldest first`,
  access: 'public',
  params: byStream,
  query: replayFrom,
  response: z.object({
    messages: z.array(chatMessage),
    /** Whether there are messages before and after these. */
    hasOlder: z.boolean(),
    hasNewer: z.boolean(),
  }),
});
