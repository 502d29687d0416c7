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

/** What somebody is in the channel, in the order in which badges are shown. */
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

/** `action` is what somebody does (/me), `system` what the server reports on behalf of the author. */
export const chatMessageKind = z.enum(['message', 'action', 'announcement', 'system']);
export type ChatMessageKind = z.infer<typeof chatMessageKind>;

/** What people send. Announcements are up to moderators. */
const sentKind = chatMessageKind.exclude(['system']);

/** Counts the messages of a chat from 1, in the order in which everybody sees them. */
const messageNumber = z.int().positive();

/** The emotes of a text, which contains their codes; absent: none. */
const emotes = z.array(messageEmote).optional();

/** What a message answers, as it is now. */
export const chatReply = z.object({
  number: messageNumber,
  /** Null: the message or its author exists no longer. */
  author: chatAuthor.omit({ badges: true }).nullable(),
  /** Its beginning; null: deleted. */
  text: z.string().nullable(),
  emotes,
});
export type ChatReply = z.infer<typeof chatReply>;

export const CHAT_SUPPORT_KINDS = ['donation', 'subscription', 'gift'] as const;

/** What a line of the server celebrates. */
export const chatSupport = z.object({
  kind: z.enum(CHAT_SUPPORT_KINDS),
  /** The beginning of the text, which says who gave what. The rest is what the donor wrote. */
  headline: z.string(),
});
export type ChatSupport = z.infer<typeof chatSupport>;

export const chatMessage = z.object({
  number: messageNumber,
  /** Chosen by the sender's client, which recognizes its own message by it. */
  clientId: z.uuid(),
  sentAt: z.iso.datetime(),
  author: chatAuthor,
  kind: chatMessageKind,
  /** Null: deleted. */
  text: z.string().nullable(),
  emotes,
  replyTo: chatReply.nullable(),
  /** Of its first link; absent: none, or not yet. */
  preview: linkPreview.optional(),
  support: chatSupport.optional(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatText = textLine(CHAT_TEXT_MAX).min(1, 'Enter a message.');

/** A message as its author sends it. The same `clientId` is stored once. */
export const chatSubmission = z.object({
  clientId: z.uuid(),
  kind: sentKind.default('message'),
  text: chatText,
  replyTo: messageNumber.optional().describe('The number of the message that it answers'),
});
export type ChatSubmission = z.infer<typeof chatSubmission>;

/** Messages that exist no longer: of one number, or of one author up to a number. */
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
  /** The moderator's name; null: the account is gone. */
  pinnedBy: z.string().nullable(),
  /** How long it stays; null: until the stream ends. */
  leftMs: z.number().positive().nullable(),
});
export type ChatPin = z.infer<typeof chatPin>;

/** What is true of the whole chat at the moment. */
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
    /** Sent to the person whom it is about. */
    z.object({ standing: chatStanding }),
  ]),
  append: chatMessage,
  actions: {
    send: {
      data: chatSubmission,
      result: z.object({
        /** Null: it waits for a moderator. */
        number: messageNumber.nullable(),
        /** How long this person has to wait before the next message. */
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
