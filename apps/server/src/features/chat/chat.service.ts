/** Stores the messages of chats and says what everybody sees of them. */
import {
  type ChatBadge,
  type ChatMessage,
  type ChatSettings,
  type ChatSubmission,
  mentionedIn,
  type StreamId,
  type UserId,
} from '@tributary/contracts';
import type { Live } from '#features/live/index.ts';
import type { MoneyFeature } from '#features/money/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import { errors } from './chat.errors.ts';
import { chatMessageSent } from './chat.events.ts';
import { notifyOfMention } from './chat.jobs.ts';
import { ChatFilters } from './filters/chat-filters.ts';
import * as repo from './messages.repo.ts';
import { findLatestTexts, findOwnAgesMs } from './room/earlier.repo.ts';
import { checkAuthor, checkEarlier, type Earlier, FLOOD_MESSAGES } from './room/modes.ts';
import { findSettings, NO_RULES } from './room/settings.repo.ts';

export interface ChatOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly live: Pick<Live, 'requireShown'>;
  readonly money: Pick<MoneyFeature, 'subscribersAmong'>;
}

export interface Sent {
  readonly number: number;
  readonly waitMs: number;
}

/** In unique-messages mode, a message differs from this many before it. */
const COMPARED_MESSAGES = 200;

export class Chat {
  readonly #options: ChatOptions;
  /** A chat in which many write at once uses one connection of this process's database. */
  readonly #rooms = new WorkQueue();
  readonly #filters = new ChatFilters();

  constructor(options: ChatOptions) {
    this.#options = options;
  }

  /** The newest messages before a number, oldest first. */
  messages(id: StreamId, before: number | null): Promise<{ messages: ChatMessage[]; hasOlder: boolean }> {
    return this.#options.db.read((reader) => repo.findBefore(reader, id, before));
  }

  /** Pages of a chat as it went on, from a time or after a message. */
  replay(
    id: StreamId,
    from: { at?: string | undefined; after?: number | undefined },
  ): Promise<repo.ReplayPage> {
    return this.#options.db.read((reader) =>
      from.at === undefined
        ? repo.findAfter(reader, id, from.after ?? 0)
        : repo.findAround(reader, id, new Date(from.at)),
    );
  }

  /**
   * Stores a message, once for each client id.
   * @returns its number, and how long its author has to wait before the next one
   * @throws stream_not_found, chat_closed, chat_banned, account_hidden, not_moderator, message_not_found,
   *   and what modes.ts and
   *   chat-filters.ts throw
   */
  send(streamId: StreamId, authorId: UserId, message: ChatSubmission): Promise<Sent> {
    return this.#rooms.run(streamId, () => this.#send(streamId, authorId, message));
  }

  async #send(
    streamId: StreamId,
    authorId: UserId,
    { clientId, kind, text, replyTo }: ChatSubmission,
  ): Promise<Sent> {
    const { db, jobs, live } = this.#options;
    const sent = await db.read((reader) => repo.findSent(reader, streamId, authorId, clientId));
    if (sent !== null) return { number: sent, waitMs: 0 };
    await live.requireShown(streamId);
    const sender = await db.read((reader) => repo.findSender(reader, streamId, authorId));
    if (!sender?.isPublic) throw errors.account_hidden();
    if (!sender.isLive) throw errors.chat_closed();
    if (sender.isBanned) throw errors.chat_banned();
    const isModerator = repo.moderates(sender);
    if (kind === 'announcement' && !isModerator) throw errors.not_moderator();
    const badges = await this.#badgesOf(sender);
    const rules = await db.read(async (reader) => {
      const { chatBlockedWords } = await readSettings(reader);
      const own = isModerator ? NO_RULES : await findSettings(reader, sender.streamerId);
      return { ...own, lists: [chatBlockedWords, own.blockedWords] };
    });
    const isSubscriber = badges.includes('subscriber');
    checkAuthor(rules, { followsForMs: sender.followsForMs, isSubscriber }, text);
    this.#filters.check(text, rules.filters, rules.lists);
    return await db.transact(async (tx) => {
      await repo.lockRoom(tx, streamId);
      // Another process may have stored it meanwhile.
      const earlier = await repo.findSent(tx, streamId, authorId, clientId);
      if (earlier !== null) return { number: earlier, waitMs: 0 };
      checkEarlier(rules, await findEarlier(tx, rules, { streamId, authorId, text }));
      const reply =
        replyTo === undefined ? null : (await repo.findReplies(tx, streamId, [replyTo])).get(replyTo);
      if (reply === undefined) throw errors.message_not_found();
      const stored = { streamId, authorId, clientId, kind, text, badges, replyTo };
      const { number, sentAt } = await repo.insert(tx, stored);
      const { username, displayName } = sender;
      const author = { id: authorId, username, displayName, badges: [...badges] };
      const message = { number, clientId, sentAt: sentAt.toISOString(), author, kind, text, replyTo: reply };
      await publish(tx, chatMessageSent, { streamId, message });
      if (reply !== null || mentionedIn(text).length > 0)
        await jobs.send(tx, notifyOfMention, { streamId, number });
      return { number, waitMs: rules.slowSeconds * 1000 };
    });
  }

  async #badgesOf(sender: repo.Sender): Promise<readonly ChatBadge[]> {
    const { id, streamerId, isAdmin, isModerator, isVerified, isDemo } = sender;
    const isSubscriber = (await this.#options.money.subscribersAmong(streamerId, [id])).has(id);
    const badges: readonly (ChatBadge | false)[] = [
      id === streamerId && 'streamer',
      isAdmin && 'admin',
      isModerator && 'moderator',
      isVerified && 'verified',
      isSubscriber && 'subscriber',
      isDemo && 'demo',
    ];
    return badges.filter((badge) => badge !== false);
  }
}

/** Reads only what the rules ask about. */
async function findEarlier(
  reader: Reader,
  rules: Pick<ChatSettings, 'slowSeconds' | 'uniqueMessages' | 'filters'>,
  { streamId, authorId, text }: { streamId: StreamId; authorId: UserId; text: string },
): Promise<Earlier> {
  const { slowSeconds, uniqueMessages, filters } = rules;
  const ownAgesMs =
    slowSeconds > 0 || filters.includes('flood')
      ? await findOwnAgesMs(reader, streamId, authorId, FLOOD_MESSAGES)
      : [];
  const latest = uniqueMessages ? await findLatestTexts(reader, streamId, COMPARED_MESSAGES) : [];
  const same = text.toLowerCase();
  return { ownAgesMs, isRepeated: latest.some((earlier) => earlier.toLowerCase() === same) };
}
