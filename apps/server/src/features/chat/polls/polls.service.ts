/** Polls of moderators in the chat of a running stream. */
import type { ChatPollRequest } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { errors } from '../chat.errors.ts';
import { chatRoomChanged } from '../chat.events.ts';
import { closePoll } from '../chat.jobs.ts';
import { ChatFilters } from '../filters/chat-filters.ts';
import { findOpenChats } from '../members/members.repo.ts';
import { channelOf, requireModerator } from '../members/ranks.ts';
import { lockRoom } from '../messages/messages.repo.ts';
import { findSender } from '../messages/senders.repo.ts';
import { storeLine } from '../messages/system-lines.ts';
import { outcomeOf } from './outcome.ts';
import type { PollCounts } from './poll-counts.ts';
import * as repo from './polls.repo.ts';

export interface ChatPollsOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly counts: Pick<PollCounts, 'voted'>;
}

export class ChatPolls {
  readonly #options: ChatPollsOptions;
  readonly #filters = new ChatFilters();

  constructor(options: ChatPollsOptions) {
    this.#options = options;
  }

  /** @throws stream_not_found, not_moderator, chat_closed, chat_blocked_word, poll_running */
  async start(id: StreamId, request: ChatPollRequest, by: Actor): Promise<void> {
    await this.#options.db.transact(async (tx) => {
      const channelId = await channelOf(tx, id);
      await requireModerator(tx, channelId, by.userId, 'room');
      if (!(await findOpenChats(tx, channelId)).includes(id)) throw errors.chat_closed();
      const { chatBlockedWords } = await readSettings(tx);
      const texts = [request.question, ...request.options];
      if (texts.some((text) => this.#filters.match(text, [], chatBlockedWords) !== null))
        throw errors.chat_blocked_word();
      await lockRoom(tx, id);
      const before = await repo.lockOpenPoll(tx, id);
      if (before && !before.isPast) throw errors.poll_running();
      if (before) await close(tx, before);
      const { id: pollId, endsAt } = await repo.insertPoll(tx, id, request, by.userId);
      await this.#options.jobs.send(tx, closePoll, { pollId }, { startAfter: endsAt });
      await publish(tx, chatRoomChanged, { streamId: id, room: { poll: await repo.findPoll(tx, id) } });
      const after = { pollId, ...request };
      await audit(tx, { by, action: 'chat.poll_started', kind: 'stream', id, after });
    });
  }

  /** Idempotent. @throws stream_not_found, not_moderator */
  async end(id: StreamId, pollId: string, by: Actor): Promise<void> {
    await this.#options.db.transact(async (tx) => {
      await requireModerator(tx, await channelOf(tx, id), by.userId, 'room');
      await lockRoom(tx, id);
      const poll = await repo.lockOpenPoll(tx, id);
      if (poll?.id !== pollId) return;
      await close(tx, poll);
      await audit(tx, { by, action: 'chat.poll_ended', kind: 'stream', id, after: { pollId } });
    });
  }

  /** Closes a poll whose time is over. Idempotent. */
  async closePast(pollId: string): Promise<void> {
    const { db } = this.#options;
    const found = await db.read((reader) => repo.findOpenPoll(reader, pollId));
    if (found === null) return;
    if (!found.isPast) throw new Error(`The poll ${pollId} has not ended yet.`);
    await this.#closeOpen(found.streamId, (poll) => poll.id === pollId);
  }

  /** Closes the poll of a stream that has ended. Idempotent. */
  async closeOf(id: StreamId): Promise<void> {
    const poll = await this.#options.db.read((reader) => repo.findPoll(reader, id));
    if (poll?.isOpen) await this.#closeOpen(id, () => true);
  }

  /**
   * Stores a vote. The same one again changes nothing.
   * @throws account_hidden, chat_banned, poll_not_found, poll_over, already_voted
   */
  async vote(id: StreamId, pollId: string, option: number, userId: UserId): Promise<void> {
    await this.#options.db.transact(async (tx) => {
      const voter = await findSender(tx, id, userId);
      if (!voter?.isPublic) throw errors.account_hidden();
      if (voter.isBanned) throw errors.chat_banned();
      const poll = await repo.lockToVote(tx, id, pollId);
      if (poll === null || option >= poll.options) throw errors.poll_not_found();
      if (poll.isPast || !voter.isLive) throw errors.poll_over();
      if ((await repo.insertVote(tx, pollId, userId, option)) !== option) throw errors.already_voted();
    });
    this.#options.counts.voted(id);
  }

  async #closeOpen(id: StreamId, isMeant: (poll: repo.OpenPoll) => boolean): Promise<void> {
    await this.#options.db.transact(async (tx) => {
      // The room first, as everywhere, so that two processes wait for one another in one order.
      await lockRoom(tx, id);
      const poll = await repo.lockOpenPoll(tx, id);
      if (poll && isMeant(poll)) await close(tx, poll);
    });
  }
}

/** Requires the locks of the room and the poll. */
async function close(tx: Writer, { id, streamId }: repo.OpenPoll): Promise<void> {
  await repo.markClosed(tx, id);
  const poll = await repo.findPoll(tx, streamId);
  if (poll === null) return;
  await publish(tx, chatRoomChanged, { streamId, room: { poll } });
  const authorId = await channelOf(tx, streamId);
  await storeLine(tx, { streamId, authorId, clientId: id, text: outcomeOf(poll) });
}
