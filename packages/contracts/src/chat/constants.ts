/** Limits of the chat, without schemas. */

export const CHAT_TEXT_MAX = 500;

/** The characters of an answered message that are shown above the answer. */
export const CHAT_REPLY_EXCERPT = 140;

/** The number of messages that are sent when a chat is opened, and in a page of older ones. */
export const CHAT_PAGE_SIZE = 100;

/** The number of messages before the time at which a replay begins. */
export const CHAT_REPLAY_CONTEXT = 50;

/** Two weeks. Longer bans are permanent. */
export const CHAT_BAN_MAX_SECONDS = 14 * 86_400;
export const CHAT_BAN_REASON_MAX = 200;

export const CHAT_RETENTION_MAX_DAYS = 3650;

/** One hour. */
export const CHAT_SLOW_MAX_SECONDS = 3600;
/** 90 days. */
export const CHAT_FOLLOWERS_MAX_MINUTES = 129_600;
/** The powers that a streamer can give a moderator: over messages and people, over the room, and over raids. */
export const MODERATOR_POWERS = ['people', 'room', 'raids'] as const;
/** Streamers and admins also choose the moderators and VIPs. */
export const CHAT_POWERS = [...MODERATOR_POWERS, 'appointments'] as const;
export const CHAT_MODERATORS_MAX = 100;
/** The number of a channel's latest streams in which a person's messages are searched. */
export const CHAT_HISTORY_STREAMS = 100;
/** The number of a person's messages, and of decisions about them, that moderators see. */
export const CHAT_HISTORY_SHOWN = 20;
/** The number up to which a person's messages are counted. */
export const CHAT_COUNTED_MAX = 1000;
/** The decisions of moderators about a person. */
export const CHAT_ACTS = ['banned', 'unbanned', 'appeal_lifted', 'appeal_upheld'] as const;
/** The number of listed channels that a person moderates for others. */
export const CHAT_MODERATED_SHOWN = 100;
export const CHAT_BANS_PAGE_SIZE = 20;
export const CHAT_BLOCKED_WORDS_MAX = 500;
export const CHAT_BLOCKED_WORD_MAX = 60;

/** One day. */
export const CHAT_PIN_MAX_SECONDS = 86_400;
/** The number of messages of one person in one chat that can wait for a moderator. */
export const CHAT_HELD_PER_PERSON = 3;
/** The number of hours after which a held message is deleted. */
export const CHAT_HELD_HOURS = 24;
/** The number of held messages that a channel's moderators see at a time, oldest first. */
export const CHAT_HELD_SHOWN = 50;

export const CHAT_POLL_QUESTION_MAX = 100;
export const CHAT_POLL_OPTION_MAX = 40;
export const CHAT_POLL_OPTIONS_MAX = 6;
export const CHAT_POLL_MIN_SECONDS = 15;
export const CHAT_POLL_MAX_SECONDS = 1800;

/** The time from the start of a raid until it departs. */
export const RAID_SECONDS = 60;
/** The time after which a moderator can let it depart. */
export const RAID_EARLIEST_SECONDS = 10;
/** The raids of a channel, canceled ones included. */
export const RAIDS_PER_HOUR = 10;

/** The emotes that every channel may have, and the number that each of its tiers adds. */
export const CHAT_EMOTE_BASE_SLOTS = 10;
export const CHAT_EMOTE_TIER_SLOTS = 10;
/** The number of different emotes in one message; others stay text. */
export const CHAT_EMOTES_PER_MESSAGE = 10;
export const CHAT_EMOTE_REASON_MAX = 500;
export const CHAT_EMOTES_PAGE_SIZE = 25;
