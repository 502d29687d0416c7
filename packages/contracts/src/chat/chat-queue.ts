/** The queue of messages and appeals for the moderators of a channel's chats. */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, userId } from '../shared/fields.ts';
import { chatAuthor, chatReply } from './chat.ts';
import { chatAppeal } from './chat-appeals.ts';
import { chatBannedPerson, ownHeldMessage } from './chat-moderation.ts';
import { byChannel } from './chat-settings.ts';
import { CHAT_HELD_SHOWN } from './constants.ts';

/** The properties of a message that keep it from the chat. */
export const CHAT_MATCHES = ['blocked_word', 'links', 'caps', 'repetition'] as const;
const chatMatch = z.enum(CHAT_MATCHES);
export type ChatMatch = z.infer<typeof chatMatch>;

export const heldMessage = ownHeldMessage.pick({ id: true, kind: true, text: true }).extend({
  streamId,
  author: chatAuthor.omit({ badges: true }),
  replyTo: chatReply.nullable(),
  matched: chatMatch,
  heldAt: z.iso.datetime(),
});
export type HeldMessage = z.infer<typeof heldMessage>;

/** A banned person who asks to write in the channel's chats again. */
export const appealingPerson = chatBannedPerson.extend({
  appeal: chatAppeal,
  /** The moderator who banned them and may not decide, if another moderator can. */
  excludedId: userId.nullable(),
});
export type AppealingPerson = z.infer<typeof appealingPerson>;

/** The topic of the channel's moderators. */
export const chatQueueTopic = topic({
  name: 'chat-queue',
  access: 'viewer',
  argument: userId,
  snapshot: z.object({
    /** The held messages in open chats, oldest first, as many as moderators see at a time. */
    held: z.array(heldMessage).max(CHAT_HELD_SHOWN),
    heldCount: z.int().nonnegative(),
    /** The appeals, oldest first, as many as moderators see at a time. */
    appeals: z.array(appealingPerson).max(CHAT_HELD_SHOWN),
  }),
});

const byHeldMessage = byChannel.extend({ id: z.uuid() });

export const HELD_OUTCOMES = ['released', 'refused'] as const;
export const heldOutcome = z.enum(HELD_OUTCOMES);
export type HeldOutcome = z.infer<typeof heldOutcome>;

export const decideHeldMessage = endpoint({
  method: 'PUT',
  path: '/api/chats/:channelId/held/:id/decision',
  tag: 'chat',
  summary: 'Show a held message in the chat, or refuse it, for the channel’s moderators',
  access: 'viewer',
  perMinute: 120,
  params: byHeldMessage,
  body: z.object({ outcome: heldOutcome }),
  response: z.void(),
});

export const discardHeldMessage = endpoint({
  method: 'DELETE',
  path: '/api/chats/:channelId/held/:id',
  tag: 'chat',
  summary: 'Take back a message of one’s own that a moderator has not released',
  access: 'viewer',
  perMinute: 120,
  params: byHeldMessage,
  response: z.void(),
});
