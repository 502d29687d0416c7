import { CHAT_MODES_OFF, type ChatSettings, type ChatSettingsEdit } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

/** The settings of a channel that has changed nothing. */
export const NO_RULES: ChatSettings = {
  ...CHAT_MODES_OFF,
  filters: [],
  blockedWords: [],
  filtered: 'refuse',
  raids: 'everyone',
  hidesViewers: false,
  linkPreviews: false,
};

export async function findSettings(db: Reader, channelId: UserId): Promise<ChatSettings> {
  const row = await db
    .selectFrom('chat_settings')
    .select([
      'slow_seconds as slowSeconds',
      'followers_minutes as followersMinutes',
      'subscribers_only as subscribersOnly',
      'emote_only as emoteOnly',
      'unique_messages as uniqueMessages',
      'filters',
      'blocked_words as blockedWords',
      'raids',
      'hides_viewers as hidesViewers',
      'link_previews as linkPreviews',
      'filtered',
    ])
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row ?? NO_RULES;
}

/** Stores the given settings and keeps the omitted ones. */
export async function putSettings(tx: Writer, channelId: UserId, settings: ChatSettingsEdit): Promise<void> {
  const row = {
    slow_seconds: settings.slowSeconds,
    followers_minutes: settings.followersMinutes,
    subscribers_only: settings.subscribersOnly,
    emote_only: settings.emoteOnly,
    unique_messages: settings.uniqueMessages,
    filters: settings.filters,
    blocked_words: settings.blockedWords,
    raids: settings.raids,
    hides_viewers: settings.hidesViewers,
    link_previews: settings.linkPreviews,
    filtered: settings.filtered,
  };
  await tx
    .insertInto('chat_settings')
    .values({ channel_id: channelId, ...row })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(row))
    .execute();
}
