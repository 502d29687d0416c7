/** Limits without schemas. */

export const CHAT_TEXT_MAX = 500;

/** Characters of an answered message that are shown above the answer. */
export const CHAT_REPLY_EXCERPT = 140;

/** Messages that those who open a chat receive, and a page of older ones. */
export const CHAT_PAGE_SIZE = 100;

/** Messages before the time at which a replay begins. */
export const CHAT_REPLAY_CONTEXT = 50;

/** Two weeks; longer bans are permanent. */
export const CHAT_BAN_MAX_SECONDS = 14 * 86_400;
export const CHAT_BAN_REASON_MAX = 200;

export const CHAT_RETENTION_MAX_DAYS = 3650;

/** An hour. */
export const CHAT_SLOW_MAX_SECONDS = 3600;
/** 90 days. */
export const CHAT_FOLLOWERS_MAX_MINUTES = 129_600;
/** What a streamer lets a moderator do: messages and people, what everybody sees in the chat, raids. */
export const MODERATOR_POWERS = ['people', 'room', 'raids'] as const;
/** Streamers and admins also choose the moderators and VIPs. */
export const CHAT_POWERS = [...MODERATOR_POWERS, 'appointments'] as const;
export const CHAT_MODERATORS_MAX = 100;
/** Streams of a channel, latest first, in which a person's messages are looked for. */
export const CHAT_HISTORY_STREAMS = 100;
/** Messages of a person, and acts about them, that moderators see. */
export const CHAT_HISTORY_SHOWN = 20;
/** Messages of a person are counted up to here. */
export const CHAT_COUNTED_MAX = 1000;
/** What moderators do about a person. */
export const CHAT_ACTS = ['banned', 'unbanned', 'appeal_lifted', 'appeal_upheld'] as const;
/** Channels that somebody moderates for others. */
export const CHAT_MODERATED_SHOWN = 100;
export const CHAT_BANS_PAGE_SIZE = 20;
export const CHAT_BLOCKED_WORDS_MAX = 500;
export const CHAT_BLOCKED_WORD_MAX = 60;

/** A day. */
export const CHAT_PIN_MAX_SECONDS = 86_400;
/** Messages of one person in one chat that can wait for a moderator. */
export const CHAT_HELD_PER_PERSON = 3;
/** Hours after which a message that waits for a moderator is deleted. */
export const CHAT_HELD_HOURS = 24;
/** Those of a channel that its moderators see at a time, oldest first. */
export const CHAT_HELD_SHOWN = 50;

export const CHAT_POLL_QUESTION_MAX = 100;
export const CHAT_POLL_OPTION_MAX = 40;
export const CHAT_POLL_OPTIONS_MAX = 6;
export const CHAT_POLL_MIN_SECONDS = 15;
export const CHAT_POLL_MAX_SECONDS = 1800;

/** From the start of a raid until it departs. */
export const RAID_SECONDS = 60;
/** A moderator can let it depart after this. */
export const RAID_EARLIEST_SECONDS = 10;
/** Of a channel, also those that are canceled. */
export const RAIDS_PER_HOUR = 10;

/** Emotes that every channel may have, and how many more each tier that it offers brings. */
export const CHAT_EMOTE_BASE_SLOTS = 10;
export const CHAT_EMOTE_TIER_SLOTS = 10;
/** Different emotes in one message; others stay text. */
export const CHAT_EMOTES_PER_MESSAGE = 10;
export const CHAT_EMOTE_REASON_MAX = 500;
export const CHAT_EMOTES_PAGE_SIZE = 25;
