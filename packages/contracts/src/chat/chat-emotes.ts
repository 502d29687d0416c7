/** Emotes: images of a channel that people write as `:name:` in its chats. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { IMAGE_SIZES, IMAGE_TYPES } from '../shared/images.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { byChannel } from './chat-settings.ts';
import {
  CHAT_EMOTE_BASE_SLOTS,
  CHAT_EMOTE_REASON_MAX,
  CHAT_EMOTE_TIER_SLOTS,
  CHAT_EMOTES_PAGE_SIZE,
} from './constants.ts';
import { chatEmoteName, messageEmote } from './emote-codes.ts';

export const CHAT_EMOTE_MAX_BYTES = 1024 * 1024;

/** A tier of a channel. */
export const emoteTier = z.object({ id: z.uuid(), name: z.string() });

export const chatEmote = messageEmote.extend({
  tier: emoteTier
    .nullable()
    .describe('Its subscribers, and those of tiers that cost at least as much, may use it; null: everybody'),
  canUse: z.boolean().describe('Whether the caller may use it'),
});
export type ChatEmote = z.infer<typeof chatEmote>;

export const listChatEmotes = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/emotes',
  tag: 'chat',
  summary: 'List the emotes of a channel by name',
  access: 'public',
  params: byChannel,
  response: z.object({ items: z.array(chatEmote) }),
});

export const EMOTE_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const emoteStatus = z.enum(EMOTE_STATUSES);
export type EmoteStatus = z.infer<typeof emoteStatus>;

export const ownEmote = z.object({
  id: z.uuid(),
  name: chatEmoteName,
  url: z.string().nullable().describe('Null: rejected, and the image is deleted'),
  tierId: z.uuid().nullable(),
  status: emoteStatus,
  reason: z.string().nullable().describe('The reason of the rejection'),
});
export type OwnEmote = z.infer<typeof ownEmote>;

export const ownEmotes = z.object({
  items: z.array(ownEmote),
  slots: z
    .int()
    .describe(
      `How many emotes the channel may have: ${CHAT_EMOTE_BASE_SLOTS}, and ${CHAT_EMOTE_TIER_SLOTS} more for each tier that it offers`,
    ),
  tiers: z.array(emoteTier).describe('The tiers that the channel offers'),
  needsReview: z.boolean().describe('Whether an admin reviews new emotes before people can use them'),
});
export type OwnEmotes = z.infer<typeof ownEmotes>;

const own = { tag: 'chat', access: 'streamer', response: ownEmotes } as const;

export const getOwnEmotes = endpoint({
  ...own,
  method: 'GET',
  path: '/api/me/emotes',
  summary: 'List the emotes of one’s own channel, with those that wait for a review or were rejected',
});

export const putOwnEmote = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/me/emotes',
  summary: `Add an emote, which everybody may use; made into a WebP image of ${IMAGE_SIZES.emote.width} by ${IMAGE_SIZES.emote.height}, which keeps a short animation`,
  perMinute: 20,
  query: z.object({ name: chatEmoteName }),
  upload: { types: IMAGE_TYPES, maxBytes: CHAT_EMOTE_MAX_BYTES },
});

export const patchOwnEmote = endpoint({
  ...own,
  method: 'PATCH',
  path: '/api/me/emotes/:id',
  summary: 'Choose who may use an emote: subscribers from a tier on, or everybody',
  perMinute: 60,
  params: byId,
  body: z.object({ tierId: z.uuid().nullable() }),
});

export const deleteOwnEmote = endpoint({
  ...own,
  method: 'DELETE',
  path: '/api/me/emotes/:id',
  summary: 'Delete an emote. Messages show its name instead',
  params: byId,
});

export const adminEmote = ownEmote.omit({ tierId: true }).extend({
  streamer: streamerSummary,
  addedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
});
export type AdminEmote = z.infer<typeof adminEmote>;

export const emoteFilter = z.object({ status: emoteStatus.default('pending') });

export const listAdminEmotes = endpoint({
  method: 'GET',
  path: '/api/admin/emotes',
  tag: 'admin',
  summary: `List emotes of all channels, ${CHAT_EMOTES_PAGE_SIZE} per page: those that wait, oldest first; others newest first`,
  access: 'admin',
  query: emoteFilter.extend(pageQuery.shape),
  response: pageOf(adminEmote),
});

export const emoteDecision = z
  .object({
    status: emoteStatus.exclude(['pending']),
    reason: z
      .string()
      .trim()
      .max(CHAT_EMOTE_REASON_MAX, `Use at most ${CHAT_EMOTE_REASON_MAX} characters.`)
      .describe('Shown to the streamer'),
  })
  .refine(({ status, reason }) => status === 'approved' || reason.length >= 3, {
    path: ['reason'],
    error: 'Tell the streamer why.',
  });
export type EmoteDecision = z.infer<typeof emoteDecision>;

export const decideEmote = endpoint({
  method: 'PUT',
  path: '/api/admin/emotes/:id/decision',
  tag: 'admin',
  summary: 'Approve an emote that waits, or reject one, also later: its image is deleted',
  access: 'admin',
  params: byId,
  body: emoteDecision,
  response: z.void(),
});
