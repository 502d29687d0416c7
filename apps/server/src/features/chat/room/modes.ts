/** Checks a message against the modes of its chat. */
import { type ChatModes, type ChatSettings, emoteParts, type MessageEmote } from '@tributary/contracts/chat';
import { MINUTE_MS } from '#platform/durations.ts';
import { errors, refusals } from '../chat.errors.ts';

export interface Author {
  /** Null: the author does not follow the channel. */
  readonly followsForMs: number | null;
  readonly isSubscriber: boolean;
}

/** A message with the emotes that its author may use. */
export interface WrittenMessage {
  readonly text: string;
  readonly emotes: readonly Pick<MessageEmote, 'name'>[];
}

/** The earlier messages that a new one is compared with. */
export interface EarlierMessages {
  /** The ages of the author's latest messages, newest first. */
  readonly ownAgesMs: readonly number[];
  /** Whether one of the latest messages has the same text. */
  readonly isRepeated: boolean;
}

/** VIPs write without waiting, following or subscribing. */
export const VIP_MODES = { slowSeconds: 0, followersMinutes: null, subscribersOnly: false } as const;

/** @throws chat_followers_only, chat_subscribers_only, chat_emote_only */
export function checkAuthor(
  modes: ChatModes,
  { followsForMs, isSubscriber }: Author,
  message: WrittenMessage,
): void {
  // Subscribers support the channel, and need not follow it too.
  if (modes.subscribersOnly && !isSubscriber) throw errors.chat_subscribers_only();
  if (modes.followersMinutes !== null && !isSubscriber) {
    const leftMs = modes.followersMinutes * MINUTE_MS - (followsForMs ?? 0);
    if (followsForMs === null || leftMs > 0)
      throw refusals.followersOnly(modes.followersMinutes, followsForMs === null ? null : leftMs);
  }
  if (modes.emoteOnly && !isEmoteOnly(message)) throw errors.chat_emote_only();
}

/** The filter `flood` allows this many messages of one person within this time. */
export const FLOOD_MESSAGES = 5;
const FLOOD_MS = 10_000;

/** @throws chat_slow, chat_flood, chat_repeated */
export function checkEarlier(
  { filters, ...modes }: ChatModes & Pick<ChatSettings, 'filters'>,
  { ownAgesMs, isRepeated }: EarlierMessages,
): void {
  const slowMs = modes.slowSeconds * 1000 - (ownAgesMs[0] ?? Infinity);
  if (slowMs > 0) throw refusals.slow(slowMs);
  const floodMs = FLOOD_MS - (ownAgesMs[FLOOD_MESSAGES - 1] ?? Infinity);
  if (filters.includes('flood') && floodMs > 0) throw refusals.flood(floodMs);
  if (modes.uniqueMessages && isRepeated) throw errors.chat_repeated();
}

const EMOJI = /^\p{RGI_Emoji}+$/v;

export const isEmoteOnly = ({ text, emotes }: WrittenMessage): boolean =>
  emoteParts(text, emotes).every(
    (part) => typeof part !== 'string' || part.split(' ').every((word) => word === '' || EMOJI.test(word)),
  );
