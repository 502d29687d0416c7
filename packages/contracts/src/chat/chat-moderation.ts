/** Rights in a chat, and the actions of its moderators. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, textLine, userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream, byUsername } from '../shared/params.ts';
import { chatAppeal } from './chat-appeals.ts';
import { chatVote } from './chat-polls.ts';
import { byChannel } from './chat-settings.ts';
import {
  CHAT_BAN_MAX_SECONDS,
  CHAT_BAN_REASON_MAX,
  CHAT_COUNTED_MAX,
  CHAT_HISTORY_STREAMS,
  CHAT_POWERS,
  MODERATOR_POWERS,
} from './constants.ts';

export const chatBan = z.object({
  /** Null: the ban is permanent. */
  until: z.iso.datetime().nullable(),
  reason: z.string(),
  appeal: chatAppeal.nullable(),
});
export type ChatBan = z.infer<typeof chatBan>;

export const chatBanRequest = z.object({
  seconds: z
    .int('Enter a whole number of seconds.')
    .min(1, 'Enter at least 1 second.')
    .max(CHAT_BAN_MAX_SECONDS, `Use at most ${CHAT_BAN_MAX_SECONDS} seconds.`)
    .nullable()
    .describe('The duration; null: permanent'),
  reason: textLine(CHAT_BAN_REASON_MAX).default('').describe('Shown to the banned person'),
});
export type ChatBanRequest = z.input<typeof chatBanRequest>;

/** A message that only its author and moderators see. */
export const ownHeldMessage = z.object({
  id: z.uuid(),
  clientId: z.uuid(),
  kind: z.enum(['message', 'action']),
  text: z.string(),
  /** Whether a moderator has refused it; otherwise it waits for one. */
  isRefused: z.boolean(),
});
export type OwnHeldMessage = z.infer<typeof ownHeldMessage>;

export const moderatorPower = z.enum(MODERATOR_POWERS);
export type ModeratorPower = z.infer<typeof moderatorPower>;
export const chatPower = z.enum(CHAT_POWERS);
export type ChatPower = z.infer<typeof chatPower>;

/** A person's rights and state in a chat. */
export const chatStanding = z.object({
  /** Whether the channel's modes and filters do not apply to them. */
  canModerate: z.boolean(),
  powers: z.array(chatPower),
  /** The ban that keeps them from writing. */
  ban: chatBan.nullable(),
  /** The vote in the latest poll. */
  vote: chatVote.nullable(),
  /** The remaining wait before their next message, in slow mode. */
  waitMs: z.int().min(0),
  /** The held messages, oldest first. */
  held: z.array(ownHeldMessage),
});
export type ChatStanding = z.infer<typeof chatStanding>;

export const chatPerson = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  /** Null: does not follow the channel. */
  followsSince: z.iso.datetime().nullable(),
  messageCount: z
    .int()
    .min(0)
    .max(CHAT_COUNTED_MAX)
    .describe(
      `Of the channel’s latest ${CHAT_HISTORY_STREAMS} streams; ${CHAT_COUNTED_MAX} means that many or more`,
    ),
  isModerator: z.boolean(),
  isVip: z.boolean(),
  /** The ban of this person; null also if the caller does not moderate the chat. */
  ban: chatBan.nullable(),
  /** Whether the caller may ban the person. */
  canBan: z.boolean(),
  canAppoint: z.boolean(),
});
export type ChatPerson = z.infer<typeof chatPerson>;

const byPerson = z.object({ id: streamId, userId });
const ofChannelMember = byChannel.extend({ userId });

export const getChatStanding = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat/standing',
  tag: 'chat',
  summary: 'Get what the caller may do in the chat of a stream',
  access: 'public',
  params: byStream,
  response: chatStanding,
});

export const getChatPerson = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat/people/:userId',
  tag: 'chat',
  summary: 'Get who somebody is in the chat of a stream',
  access: 'public',
  params: byPerson,
  response: chatPerson,
});

export const deleteChatMessage = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/chat/messages/:number',
  tag: 'chat',
  summary: 'Delete a message, for the chat’s moderators and its author',
  access: 'viewer',
  perMinute: 120,
  params: z.object({ id: streamId, number: z.coerce.number().pipe(z.int().positive()) }),
  response: z.void(),
});

export const clearChat = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/chat/messages',
  tag: 'chat',
  summary: 'Delete all messages of the chat of a stream, for its moderators',
  access: 'viewer',
  perMinute: 10,
  params: byStream,
  response: z.void(),
});

export const putChatBan = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/chat/bans/:userId',
  tag: 'chat',
  summary:
    'Ban somebody from the channel’s chats, temporarily or permanently, and delete what they wrote in this one',
  access: 'viewer',
  perMinute: 120,
  params: byPerson,
  body: chatBanRequest,
  response: z.void(),
});

export const deleteChatBan = endpoint({
  method: 'DELETE',
  path: '/api/chats/:channelId/bans/:userId',
  tag: 'chat',
  summary: 'Let somebody write in the channel’s chats again',
  access: 'viewer',
  perMinute: 120,
  params: ofChannelMember,
  response: z.void(),
});

export const putChatModerator = endpoint({
  method: 'PUT',
  path: '/api/chats/:channelId/moderators/:userId',
  tag: 'chat',
  summary: 'Make somebody a moderator of the channel’s chats, with all powers. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: ofChannelMember,
  response: z.void(),
});

export const putModeratorPowers = endpoint({
  method: 'PUT',
  path: '/api/chats/:channelId/moderators/:userId/powers',
  tag: 'chat',
  summary: 'Choose what a moderator of the channel’s chats may do',
  access: 'viewer',
  perMinute: 60,
  params: ofChannelMember,
  body: z.object({ powers: z.array(moderatorPower).overwrite((powers) => [...new Set(powers)]) }),
  response: z.void(),
});

export const deleteChatModerator = endpoint({
  method: 'DELETE',
  path: '/api/chats/:channelId/moderators/:userId',
  tag: 'chat',
  summary: 'Take somebody the right to moderate the channel’s chats',
  access: 'viewer',
  perMinute: 60,
  params: ofChannelMember,
  response: z.void(),
});

const member = chatPerson.pick({ id: true, username: true, displayName: true, avatarUrl: true });

export const chatVip = member.extend({ addedAt: z.iso.datetime() });
export type ChatVip = z.infer<typeof chatVip>;

export const chatModerator = chatVip.extend({ powers: z.array(moderatorPower) });
export type ChatModerator = z.infer<typeof chatModerator>;

export const listChatModerators = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/moderators',
  tag: 'chat',
  summary: 'List the moderators of a channel’s chats, for themselves',
  access: 'viewer',
  params: byChannel,
  response: z.object({ items: z.array(chatModerator) }),
});

export const putChatVip = endpoint({
  method: 'PUT',
  path: '/api/chats/:channelId/vips/:userId',
  tag: 'chat',
  summary:
    'Let somebody write in the channel’s chats without waiting, following or subscribing, with a badge. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: ofChannelMember,
  response: z.void(),
});

export const deleteChatVip = endpoint({
  method: 'DELETE',
  path: '/api/chats/:channelId/vips/:userId',
  tag: 'chat',
  summary: 'Take somebody the exceptions and the badge of a VIP',
  access: 'viewer',
  perMinute: 60,
  params: ofChannelMember,
  response: z.void(),
});

export const listChatVips = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/vips',
  tag: 'chat',
  summary: 'List the VIPs of a channel’s chats, for its moderators',
  access: 'viewer',
  params: byChannel,
  response: z.object({ items: z.array(chatVip) }),
});

export const chatBannedPerson = member.extend({
  ...chatBan.shape,
  bannedAt: z.iso.datetime(),
  /** The moderator’s username; null: the account was deleted. */
  bannedBy: z.string().nullable(),
});
export type ChatBannedPerson = z.infer<typeof chatBannedPerson>;

export const listChatBans = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/bans',
  tag: 'chat',
  summary: 'List who is banned from a channel’s chats, latest ban first, for its moderators',
  access: 'viewer',
  params: byChannel,
  query: pageQuery.extend({
    search: z.string().trim().max(64).optional().describe('A part of a username or name'),
  }),
  response: pageOf(chatBannedPerson),
});

export const findChatPerson = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/people/:username',
  tag: 'chat',
  summary: 'Find who somebody is in a channel’s chats by their username',
  access: 'viewer',
  perMinute: 120,
  params: byChannel.extend(byUsername.shape),
  response: chatPerson,
});
