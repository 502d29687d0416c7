/** Stores the messages of chats and says what everybody sees of them. */
import {
  CHAT_MODES_OFF,
  type ChatBadge,
  type ChatMessage,
  type ChatModes,
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
import { WorkQueue } from '#platform/work-queue.ts';
import { errors } from './chat.errors.ts';
import { chatMessageSent } from './chat.events.ts';
import { notifyOfMention } from './chat.jobs.ts';
import * as repo from './messages.repo.ts';
import { findLatestTexts, findSinceOwnMs } from './room/earlier.repo.ts';
import { checkAuthor, checkEarlier, type Earlier } from './room/modes.ts';
import { findSettings } from './room/settings.repo.ts';

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
   *   and what modes.ts throws
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
    const modes = isModerator
      ? CHAT_MODES_OFF
      : await db.read((reader) => findSettings(reader, sender.streamerId));
    const isSubscriber = badges.includes('subscriber');
    checkAuthor(modes, { followsForMs: sender.followsForMs, isSubscriber }, text);
    return await db.transact(async (tx) => {
      await repo.lockRoom(tx, streamId);
      // Another process may have stored it meanwhile.
      const earlier = await repo.findSent(tx, streamId, authorId, clientId);
      if (earlier !== null) return { number: earlier, waitMs: 0 };
      checkEarlier(modes, await findEarlier(tx, modes, { streamId, authorId, text }));
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
      return { number, waitMs: modes.slowSeconds * 1000 };
    });
  }

  async #badgesOf(sender: repo.Sender): Promise<readonly ChatBadge[]> {
    const { id, streamerId, isAdmin, isModerator, isVerified } = sender;
    const isSubscriber = (await this.#options.money.subscribersAmong(streamerId, [id])).has(id);
    const badges: readonly (ChatBadge | false)[] = [
      id === streamerId && 'streamer',
      isAdmin && 'admin',
      isModerator && 'moderator',
      isVerified && 'verified',
      isSubscriber && 'subscriber',
    ];
    return badges.filter((badge) => badge !== false);
  }
}

/** Reads only what the modes ask about. */
async function findEarlier(
  reader: Reader,
  modes: ChatModes,
  { streamId, authorId, text }: { streamId: StreamId; authorId: UserId; text: string },
): Promise<Earlier> {
  const { slowSeconds, uniqueMessages } = modes;
  const sinceOwnMs = slowSeconds > 0 ? await findSinceOwnMs(reader, streamId, authorId) : null;
  const latest = uniqueMessages ? await findLatestTexts(reader, streamId, COMPARED_MESSAGES) : [];
  const same = text.toLowerCase();
  return { sinceOwnMs, isRepeated: latest.some((earlier) => earlier.toLowerCase() === same) };
}
