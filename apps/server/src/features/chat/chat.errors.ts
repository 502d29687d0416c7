import { type ChatMatch, type ChatPower, formatChatDuration, roundUpWait } from '@tributary/contracts/chat';
import { AppError, defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  sign_in_required: ['unauthenticated', 'Sign in to chat.'],
  chat_closed: ['conflict', 'The stream has ended, and so has its chat.'],
  chat_banned: ['forbidden', 'You can’t write in this chat.'],
  chat_subscribers_only: ['forbidden', 'Only subscribers can write in this chat at the moment.'],
  chat_emote_only: ['forbidden', 'Emote-only mode: use emoji and emotes without words.'],
  chat_repeated: ['conflict', 'Unique-messages mode: somebody has just written this. Say it differently.'],
  chat_blocked_word: ['invalid', 'Your message contains a word that is blocked in this chat.'],
  chat_link: ['invalid', 'Links aren’t allowed in this chat.'],
  chat_capitals: ['invalid', 'Your message has too many capital letters for this chat.'],
  chat_repetition: ['invalid', 'Your message repeats itself too often for this chat.'],
  chat_held_limit: [
    'limited',
    'Three of your messages wait for a moderator. Wait until one is decided, or discard one.',
  ],
  chat_message_refused: ['forbidden', 'A moderator refused this message.'],
  held_message_decided: [
    'conflict',
    'This message is no longer waiting: somebody has decided, its author took it back, or it has expired.',
  ],
  held_author_refused: [
    'conflict',
    'The author can no longer write in this chat. Refuse the message instead.',
  ],
  not_moderator: ['forbidden', 'You can’t do this in this chat.'],
  chat_ban_over: ['conflict', 'This ban has ended.'],
  chat_ban_appealed: ['conflict', 'You have already appealed this ban.'],
  chat_appeal_decided: ['conflict', 'There is no open appeal: somebody has decided, or the ban has ended.'],
  second_moderator_needed: [
    'forbidden',
    'You banned this person, so the streamer or another moderator decides the appeal.',
  ],
  moderator_not_found: ['not_found', 'This person doesn’t moderate the channel’s chats.'],
  moderator_limit: ['conflict', 'A channel has at most 100 of them. Remove one first.'],
  raid_target_offline: ['conflict', 'There is no live channel of this name. Raid one that is live.'],
  raid_own_channel: ['invalid', 'Choose a channel other than this one.'],
  raid_refused: ['forbidden', 'This channel takes no raids from this one.'],
  raid_gated: ['conflict', 'This stream needs a ticket or a subscription, which your viewers may lack.'],
  raid_running: ['conflict', 'A raid is under way. Cancel it with /unraid to start another.'],
  raid_not_found: ['not_found', 'No raid is under way.'],
  stream_not_found: ['not_found', 'There is no such stream.'],
  poll_not_found: ['not_found', 'There is no such poll or option. It may have been deleted.'],
  poll_running: ['conflict', 'A poll is running in this chat. End it first.'],
  poll_over: ['conflict', 'The poll has ended.'],
  already_voted: ['conflict', 'You have already voted in this poll.'],
  message_not_found: ['not_found', 'There is no such message. It may have been deleted.'],
  person_not_found: ['not_found', 'There is no such account.'],
  emote_exists: [
    'conflict',
    'Your channel has an emote of this name. Choose another one, or delete it first.',
  ],
  emote_name_blocked: ['invalid', 'This name contains a word that this instance blocks. Choose another one.'],
  no_emote_slot: [
    'conflict',
    'All slots of your channel are in use. Delete an emote first, or offer another tier.',
  ],
  emote_not_found: ['not_found', 'There is no such emote. It may have been deleted.'],
  emote_decided: ['conflict', 'Another admin has already reviewed this emote.'],
  tier_not_offered: ['invalid', 'Choose one of the tiers that your channel offers.'],
  donation_banned: ['forbidden', 'This channel has banned you from its chat. Donate without a message.'],
  account_hidden: ['forbidden', 'Your account cannot chat at the moment.'],
});

/** The error for each filter that can match a message. */
export const FILTER_ERRORS = {
  blocked_word: errors.chat_blocked_word,
  links: errors.chat_link,
  caps: errors.chat_capitals,
  repetition: errors.chat_repetition,
} satisfies Record<ChatMatch, unknown>;

const ROLES_WITH: Readonly<Record<ChatPower, string>> = {
  people: 'the streamer, admins, and moderators who may delete messages and ban people',
  room: 'the streamer, admins, and moderators who may change the chat for everybody',
  raids: 'the streamer, admins, and moderators who may raid',
  appointments: 'the streamer and admins',
};

/** The error for a caller who lacks a power. It names the roles that have it. */
export const missingPower = (power: ChatPower): AppError =>
  new AppError('not_moderator', 'forbidden', `Only ${ROLES_WITH[power]} can do this.`);

/** Errors that say how long the caller has to wait. */
export const refusals = {
  raidTooEarly: (waitMs: number) => limited('raid_too_early', 'Viewers need time to decide', waitMs),
  raidLimit: (waitMs: number) => limited('raid_limit', 'Too many raids in an hour', waitMs),
  slow: (waitMs: number) => limited('chat_slow', 'Slow mode', waitMs),
  flood: (waitMs: number) => limited('chat_flood', 'Too many messages at once', waitMs),
  /** @param waitMs null: the author does not follow the channel */
  followersOnly: (minutes: number, waitMs: number | null) =>
    waitMs === null
      ? new AppError(
          'chat_followers_only',
          'forbidden',
          minutes === 0
            ? 'Followers-only mode: follow the channel to chat.'
            : `Followers-only mode: follow the channel, and chat after ${formatChatDuration(minutes * 60)}.`,
        )
      : limited('chat_followers_only', 'Followers-only mode', waitMs),
};

function limited(code: string, mode: string, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError(code, 'limited', `${mode}: wait ${formatChatDuration(roundUpWait(seconds))}.`, {
    retryAfterSeconds: seconds,
  });
}
