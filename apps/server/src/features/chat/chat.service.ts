/** Stores the messages of chats and announces them. */
import type {
  ChatBadge,
  ChatMatch,
  ChatMessage,
  ChatModes,
  ChatSettings,
  ChatSubmission,
} from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Live } from '#features/live/index.ts';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { groupWrites } from '#platform/group-writes.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { errors, FILTER_ERRORS, missingPower } from './chat.errors.ts';
import type { ChannelEmotes } from './emotes/channel-emotes.ts';
import type { UsableEmote } from './emotes/emotes.repo.ts';
import { createChatFilters } from './filters/chat-filters.ts';
import { hold, isHeld } from './held/hold.ts';
import * as pages from './messages/message-pages.repo.ts';
import * as repo from './messages/messages.repo.ts';
import { findBanned, findSender, mayAnnounce, moderates, type Sender } from './messages/senders.repo.ts';
import { badgesOf, storeMessage } from './messages/store-message.ts';
import { findLatestTexts, findOwnAgesMs } from './room/earlier.repo.ts';
import { checkAuthor, checkEarlier, type EarlierMessages, FLOOD_MESSAGES, VIP_MODES } from './room/modes.ts';
import { findSettings, NO_RULES } from './room/settings.repo.ts';

export interface ChatOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly playback: Pick<Live['playback'], 'requireShown'>;
  readonly memberships: Pick<MembershipsFeature, 'subscribersAmong'>;
  readonly emotes: Pick<ChannelEmotes, 'usedIn'>;
}

export interface Sent {
  /** Null while the message waits for a moderator. */
  readonly number: number | null;
  readonly waitMs: number;
}

/** A message whose author may write in the room now. */
interface CheckedMessage extends ChatSubmission {
  readonly streamId: StreamId;
  readonly sender: Sender;
  readonly badges: readonly ChatBadge[];
  readonly rules: EarlierRules;
  readonly emotes: readonly UsableEmote[];
  /** The filter for which it has to wait for a moderator; null: it is shown at once. */
  readonly matched: ChatMatch | null;
}

type Outcome = { readonly sent: Sent } | { readonly error: unknown };

/** The settings that need earlier messages to be checked. */
type EarlierRules = ChatModes & Pick<ChatSettings, 'filters'>;

/** The rules for all authors in a channel. */
interface Rules {
  readonly own: ChatSettings;
  readonly instanceWords: readonly string[];
}

/** In unique-messages mode, a message differs from this many before it. */
const COMPARED_MESSAGES = 200;

export interface Chat {
  /** The newest messages before a number, oldest first. */
  messages(id: StreamId, before: number | null): Promise<{ messages: ChatMessage[]; hasOlder: boolean }>;
  /** Pages of a chat for a replay, from a time on or after a message. */
  replay(
    id: StreamId,
    from: { at?: string | undefined; after?: number | undefined },
  ): Promise<pages.ReplayPage>;
  /**
   * Stores a message, once for each client id, or holds it for moderators.
   * @returns its number, and how long its author has to wait before the next one
   * @throws stream_not_found, chat_closed, chat_banned, account_hidden, not_moderator, message_not_found,
   *   chat_blocked_word, chat_link, chat_capitals, chat_repetition, and what modes.ts and hold.ts throw
   */
  send(streamId: StreamId, authorId: UserId, submission: ChatSubmission): Promise<Sent>;
  /** Applies a change of a channel’s rules from the next message on. */
  forgetRules(): void;
}

export function createChatService(options: ChatOptions): Chat {
  const { db, playback, memberships, jobs } = options;
  /** While many people write at once, their messages share a transaction and one connection to the database. */
  const store = groupWrites((messages: readonly CheckedMessage[]) => storeGroup(messages));
  const filters = createChatFilters();
  /** A change of the instance’s blocked words takes effect after this time at the latest. */
  const rules = new ShortCache<Rules>({ ttlMs: 1_000, maxEntries: 1_000 });

  async function sendChecked(
    streamId: StreamId,
    authorId: UserId,
    submission: ChatSubmission,
  ): Promise<Sent> {
    const { kind, text } = submission;
    await playback.requireShown(streamId);
    const sender = await db.read((reader) => findSender(reader, streamId, authorId));
    if (!sender?.isPublic) throw errors.account_hidden();
    if (!sender.isLive) throw errors.chat_closed();
    if (sender.isBanned) throw errors.chat_banned();
    const isModerator = moderates(sender);
    if (kind === 'announcement' && !mayAnnounce(sender)) throw missingPower('room');
    const badges = await badgesOf(sender, memberships);
    const { own, instanceWords } = await rulesOf(sender.streamerId);
    const rules = isModerator ? NO_RULES : sender.isVip ? { ...own, ...VIP_MODES } : own;
    const isSubscriber = badges.includes('subscriber');
    const emotes = await options.emotes.usedIn(text, sender.streamerId, authorId);
    checkAuthor(rules, { followsForMs: sender.followsForMs, isSubscriber }, { text, emotes });
    if (filters.match(text, [], instanceWords)) throw errors.chat_blocked_word();
    const matched = filters.match(text, rules.filters, rules.blockedWords);
    if (matched !== null && rules.filtered === 'refuse') throw FILTER_ERRORS[matched]();
    const outcome = await store({ streamId, sender, badges, rules, emotes, matched, ...submission });
    if ('error' in outcome) throw outcome.error;
    return outcome.sent;
  }

  async function storeGroup(messages: readonly CheckedMessage[]): Promise<readonly Outcome[]> {
    // Every process locks rooms in the same order, so that there are no deadlocks.
    const rooms = [...new Set(messages.map(({ streamId }) => streamId))].sort();
    try {
      return await db.transact(async (tx) => {
        for (const id of rooms) await repo.lockRoom(tx, id);
        const banned = await findBanned(
          tx,
          messages.map(({ sender }) => sender),
        );
        const outcomes: Outcome[] = [];
        for (const message of messages)
          outcomes.push(
            banned.has(message.sender) ? { error: errors.chat_banned() } : await storeOrRefuse(tx, message),
          );
        return outcomes;
      });
    } catch (error) {
      if (messages.length === 1) return [{ error }];
      // The error of one message must not fail the others, so each is stored alone.
      const outcomes: Outcome[] = [];
      for (const message of messages) outcomes.push(...(await storeGroup([message])));
      return outcomes;
    }
  }

  async function storeOrRefuse(tx: Writer, message: CheckedMessage): Promise<Outcome> {
    try {
      return { sent: await storeOne(tx, message) };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  }

  /** Requires the lock of the room. */
  async function storeOne(tx: Writer, message: CheckedMessage): Promise<Sent> {
    const { streamId, sender, rules, clientId, text, replyTo, matched } = message;
    const authorId = sender.id;
    // Another process may have stored it in the meantime.
    const earlier = await repo.findSent(tx, streamId, authorId, clientId);
    if (earlier !== null) return { number: earlier, waitMs: 0 };
    if (matched !== null && (await isHeld(tx, message))) return { number: null, waitMs: 0 };
    checkEarlier(rules, await findEarlierMessages(tx, rules, { streamId, authorId, text }));
    const reply =
      replyTo === undefined ? null : (await pages.findReplies(tx, streamId, [replyTo])).get(replyTo);
    if (reply === undefined) throw errors.message_not_found();
    const number = matched === null ? await storeMessage(tx, jobs, { ...message, reply }) : null;
    if (matched !== null) await hold(tx, { ...message, matched });
    return { number, waitMs: rules.slowSeconds * 1000 };
  }

  function rulesOf(channelId: UserId): Promise<Rules> {
    return rules.get(channelId, () =>
      db.read(async (reader) => ({
        own: await findSettings(reader, channelId),
        instanceWords: (await readSettings(reader)).chatBlockedWords,
      })),
    );
  }

  return {
    messages: (id, before) => db.read((reader) => pages.findBefore(reader, id, before)),
    replay: (id, from) =>
      db.read((reader) =>
        from.at === undefined
          ? pages.findAfter(reader, id, from.after ?? 0)
          : pages.findAround(reader, id, new Date(from.at)),
      ),
    async send(streamId, authorId, submission) {
      try {
        return await sendChecked(streamId, authorId, submission);
      } catch (error) {
        // A message that was stored may be sent again when the rules would refuse it.
        const { clientId } = submission;
        const number = await db.read((reader) => repo.findSent(reader, streamId, authorId, clientId));
        if (number === null) throw error;
        return { number, waitMs: 0 };
      }
    },
    forgetRules() {
      rules.clear();
    },
  };
}

/** Runs only the queries that the rules need. */
async function findEarlierMessages(
  reader: Reader,
  rules: EarlierRules,
  { streamId, authorId, text }: { streamId: StreamId; authorId: UserId; text: string },
): Promise<EarlierMessages> {
  const { slowSeconds, uniqueMessages, filters } = rules;
  const ownAgesMs =
    slowSeconds > 0 || filters.includes('flood')
      ? await findOwnAgesMs(reader, streamId, authorId, FLOOD_MESSAGES)
      : [];
  const latest = uniqueMessages ? await findLatestTexts(reader, streamId, COMPARED_MESSAGES) : [];
  const same = text.toLowerCase();
  return { ownAgesMs, isRepeated: latest.some((earlier) => earlier.toLowerCase() === same) };
}
