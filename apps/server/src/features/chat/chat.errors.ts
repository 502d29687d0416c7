import { type ChatMatch, type ChatPower, roundUpWait } from '@tributary/contracts/chat';
import { AppError, defineErrors } from '#platform/errors.ts';
import { type LocalizedText, localized } from '#platform/messages/index.ts';

export const errors = defineErrors('chat', {
  sign_in_required: 'unauthenticated',
  chat_closed: 'conflict',
  chat_banned: 'forbidden',
  chat_subscribers_only: 'forbidden',
  chat_emote_only: 'forbidden',
  chat_repeated: 'conflict',
  chat_blocked_word: 'invalid',
  chat_link: 'invalid',
  chat_capitals: 'invalid',
  chat_repetition: 'invalid',
  chat_held_limit: 'limited',
  chat_message_refused: 'forbidden',
  held_message_decided: 'conflict',
  held_author_refused: 'conflict',
  not_moderator: 'forbidden',
  chat_ban_over: 'conflict',
  chat_ban_appealed: 'conflict',
  chat_appeal_decided: 'conflict',
  second_moderator_needed: 'forbidden',
  moderator_not_found: 'not_found',
  moderator_limit: 'conflict',
  raid_target_offline: 'conflict',
  raid_own_channel: 'invalid',
  raid_refused: 'forbidden',
  raid_gated: 'conflict',
  raid_running: 'conflict',
  raid_not_found: 'not_found',
  stream_not_found: 'not_found',
  poll_not_found: 'not_found',
  poll_running: 'conflict',
  poll_over: 'conflict',
  already_voted: 'conflict',
  message_not_found: 'not_found',
  person_not_found: 'not_found',
  emote_exists: 'conflict',
  emote_name_blocked: 'invalid',
  no_emote_slot: 'conflict',
  emote_not_found: 'not_found',
  emote_decided: 'conflict',
  tier_not_offered: 'invalid',
  donation_banned: 'forbidden',
  account_hidden: 'forbidden',
  raid_too_early: 'limited',
  raid_limit: 'limited',
  chat_slow: 'limited',
  chat_flood: 'limited',
  chat_followers_only: 'limited',
});

/** The error for each filter that can match a message. */
export const FILTER_ERRORS = {
  blocked_word: errors.chat_blocked_word,
  links: errors.chat_link,
  caps: errors.chat_capitals,
  repetition: errors.chat_repetition,
} satisfies Record<ChatMatch, unknown>;

const POWER_NEEDED: Readonly<Record<ChatPower, LocalizedText>> = {
  people: localized('errors.chat.power.people'),
  room: localized('errors.chat.power.room'),
  raids: localized('errors.chat.power.raids'),
  appointments: localized('errors.chat.power.appointments'),
};

/** The error for a caller who lacks a power. It names the roles that have it. */
export const missingPower = (power: ChatPower): AppError =>
  new AppError('not_moderator', 'forbidden', POWER_NEEDED[power]);

/** Errors that say how long the caller has to wait. */
export const refusals = {
  raidTooEarly: (waitMs: number) => errors.raid_too_early(waiting(waitMs)),
  raidLimit: (waitMs: number) => errors.raid_limit(waiting(waitMs)),
  slow: (waitMs: number) => errors.chat_slow(waiting(waitMs)),
  flood: (waitMs: number) => errors.chat_flood(waiting(waitMs)),
  /** @param waitMs null: the author does not follow the channel */
  followersOnly(minutes: number, waitMs: number | null): AppError {
    if (waitMs !== null) return errors.chat_followers_only(waiting(waitMs));
    const text =
      minutes === 0
        ? localized('errors.chat.follow_first')
        : localized('errors.chat.follow_and_wait', { wait: durationText(minutes * 60) });
    return new AppError('chat_followers_only', 'forbidden', text);
  },
};

function waiting(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000);
  return { retryAfterSeconds: seconds, values: { wait: durationText(roundUpWait(seconds)) } };
}

const UNITS: readonly (readonly [seconds: number, text: (count: number) => LocalizedText])[] = [
  [604_800, (count) => localized('errors.duration.weeks', { count })],
  [86_400, (count) => localized('errors.duration.days', { count })],
  [3600, (count) => localized('errors.duration.hours', { count })],
  [60, (count) => localized('errors.duration.minutes', { count })],
];

/** The duration in the largest unit without a fraction: `12 seconds`, `1 hour`, `90 minutes`. */
function durationText(seconds: number): LocalizedText {
  const [size, text] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [];
  if (size === undefined || text === undefined)
    return localized('errors.duration.seconds', { count: seconds });
  return text(seconds / size);
}
