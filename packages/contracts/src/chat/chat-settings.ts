/** The settings of a channel's chats. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import {
  CHAT_BLOCKED_WORD_MAX,
  CHAT_BLOCKED_WORDS_MAX,
  CHAT_FOLLOWERS_MAX_MINUTES,
  CHAT_SLOW_MAX_SECONDS,
} from './constants.ts';

/** The modes of a chat, which all viewers see. They do not apply to moderators. */
export const chatModes = z.object({
  slowSeconds: z
    .int('Enter a whole number of seconds.')
    .min(0)
    .max(CHAT_SLOW_MAX_SECONDS, `Use at most ${CHAT_SLOW_MAX_SECONDS} seconds.`)
    .describe('Seconds between two messages of one person; 0: off'),
  followersMinutes: z
    .int('Enter a whole number of minutes.')
    .min(0)
    .max(CHAT_FOLLOWERS_MAX_MINUTES, `Use at most ${CHAT_FOLLOWERS_MAX_MINUTES} minutes.`)
    .nullable()
    .describe('Minutes for which people must have followed the channel; null: off'),
  subscribersOnly: z.boolean(),
  emoteOnly: z.boolean().describe('Only emoji and emotes'),
  uniqueMessages: z.boolean().describe('Refuses messages that repeat one of the latest'),
});
export type ChatModes = z.infer<typeof chatModes>;

export const CHAT_MODES_OFF: ChatModes = {
  slowSeconds: 0,
  followersMinutes: null,
  subscribersOnly: false,
  emoteOnly: false,
  uniqueMessages: false,
};

/** Blocked words and phrases. `*` at an end matches any letters. */
export const chatBlockedWords = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(CHAT_BLOCKED_WORD_MAX, `Use at most ${CHAT_BLOCKED_WORD_MAX} characters for a word.`)
      .regex(/^\*?[^*]+\*?$/, 'Use * at the beginning or end of a word only.'),
  )
  .max(CHAT_BLOCKED_WORDS_MAX, `Use at most ${CHAT_BLOCKED_WORDS_MAX} words.`);

export const chatFilter = z.enum(['links', 'caps', 'repetition', 'flood']);
export type ChatFilter = z.infer<typeof chatFilter>;

/** The channels whose raids a channel accepts. `followed` are channels that it follows. */
export const raidPolicy = z.enum(['everyone', 'followed', 'nobody']);
export type RaidPolicy = z.infer<typeof raidPolicy>;

export const chatSettings = chatModes.extend({
  filters: z.array(chatFilter).max(chatFilter.options.length).describe('The filters that are on'),
  blockedWords: chatBlockedWords,
  raids: raidPolicy,
  hidesViewers: z
    .boolean()
    .describe('Shows the names of viewers to moderators only, and their number to everyone'),
  linkPreviews: z.boolean().describe('Messages show previews of the pages that they link to'),
  filtered: z
    .enum(['refuse', 'hold'])
    .describe(
      'What happens to messages that a filter or a blocked word matches; held ones wait for a moderator',
    ),
});
export type ChatSettings = z.infer<typeof chatSettings>;

export const chatSettingsEdit = chatSettings.partial();
export type ChatSettingsEdit = z.infer<typeof chatSettingsEdit>;

export const channelChatSettings = chatSettings.extend({
  canPreviewLinks: z.boolean().describe('Whether the instance loads pages for previews'),
});
export type ChannelChatSettings = z.infer<typeof channelChatSettings>;

export const byChannel = z.object({ channelId: userId });

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/settings',
  tag: 'chat',
  summary: 'Get the settings of a channel’s chats, for its moderators',
  access: 'viewer',
  params: byChannel,
  response: channelChatSettings,
});

export const patchChatSettings = endpoint({
  method: 'PATCH',
  path: '/api/chats/:channelId/settings',
  tag: 'chat',
  summary: 'Change settings of a channel’s chats, for its moderators; omitted settings stay as they are',
  access: 'viewer',
  perMinute: 60,
  params: byChannel,
  body: chatSettingsEdit,
  response: channelChatSettings,
});
