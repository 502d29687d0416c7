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
import { createChatFilters } from '../filters/chat-filters.ts';
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

export interface ChatPolls {
  /** @throws stream_not_found, not_moderator, chat_closed, chat_blocked_word, poll_running */
  start(id: StreamId, request: ChatPollRequest, by: Actor): Promise<void>;
  /** Idempotent. @throws stream_not_found, not_moderator */
  end(id: StreamId, pollId: string, by: Actor): Promise<void>;
  /** Closes a poll whose time is over. Idempotent. */
  closePast(pollId: string): Promise<void>;
  /** Closes the poll of a stream that has ended. Idempotent. */
  closeOf(id: StreamId): Promise<void>;
  /**
   * Stores a vote. Voting for the same option again changes nothing.
   * @throws account_hidden, chat_banned, poll_not_found, poll_over, already_voted
   */
  vote(id: StreamId, pollId: string, option: number, userId: UserId): Promise<void>;
}

export function createChatPolls(options: ChatPollsOptions): ChatPolls {
  const { db, jobs, counts } = options;
  const filters = createChatFilters();

  async function closeOpen(id: StreamId, isMeant: (poll: repo.OpenPoll) => boolean): Promise<void> {
    await db.transact(async (tx) => {
      // All transactions lock the room first, so that two processes cannot wait for each other.
      await lockRoom(tx, id);
      const poll = await repo.lockOpenPoll(tx, id);
      if (poll && isMeant(poll)) await close(tx, poll);
    });
  }

  return {
    async start(id, request, by) {
      await db.transact(async (tx) => {
        const channelId = await channelOf(tx, id);
        await requireModerator(tx, channelId, by.userId, 'room');
        if (!(await findOpenChats(tx, channelId)).includes(id)) throw errors.chat_closed();
        const { chatBlockedWords } = await readSettings(tx);
        const texts = [request.question, ...request.options];
        if (texts.some((text) => filters.match(text, [], chatBlockedWords) !== null))
          throw errors.chat_blocked_word();
        await lockRoom(tx, id);
        const before = await repo.lockOpenPoll(tx, id);
        if (before && !before.isPast) throw errors.poll_running();
        if (before) await close(tx, before);
        const { id: pollId, endsAt } = await repo.insertPoll(tx, id, request, by.userId);
        await jobs.send(tx, closePoll, { pollId }, { startAfter: endsAt });
        await publish(tx, chatRoomChanged, { streamId: id, room: { poll: await repo.findPoll(tx, id) } });
        const after = { pollId, ...request };
        await audit(tx, { by, action: 'chat.poll_started', kind: 'stream', id, after });
      });
    },
    async end(id, pollId, by) {
      await db.transact(async (tx) => {
        await requireModerator(tx, await channelOf(tx, id), by.userId, 'room');
        await lockRoom(tx, id);
        const poll = await repo.lockOpenPoll(tx, id);
        if (poll?.id !== pollId) return;
        await close(tx, poll);
        await audit(tx, { by, action: 'chat.poll_ended', kind: 'stream', id, after: { pollId } });
      });
    },
    async closePast(pollId) {
      const found = await db.read((reader) => repo.findOpenPoll(reader, pollId));
      if (found === null) return;
      if (!found.isPast) throw new Error(`The poll ${pollId} has not ended yet.`);
      await closeOpen(found.streamId, (poll) => poll.id === pollId);
    },
    async closeOf(id) {
      const poll = await db.read((reader) => repo.findPoll(reader, id));
      if (poll?.isOpen) await closeOpen(id, () => true);
    },
    async vote(id, pollId, option, userId) {
      await db.transact(async (tx) => {
        const voter = await findSender(tx, id, userId);
        if (!voter?.isPublic) throw errors.account_hidden();
        if (voter.isBanned) throw errors.chat_banned();
        const poll = await repo.lockToVote(tx, id, pollId);
        if (poll === null || option >= poll.options) throw errors.poll_not_found();
        if (poll.isPast || !voter.isLive) throw errors.poll_over();
        if ((await repo.insertVote(tx, pollId, userId, option)) !== option) throw errors.already_voted();
      });
      counts.voted(id);
    },
  };
}

/** Requires the locks of the room and the poll. */
async function close(tx: Writer, { id, streamId }: repo.OpenPoll): Promise<void> {
  await repo.markClosed(tx, id);
  const poll = await repo.findPoll(tx, streamId);
  if (poll === null) return;
  await publish(tx, chatRoomChanged, { streamId, room: { poll } });
  const authorId = await channelOf(tx, streamId);
  await storeLine(tx, { streamId, authorId, clientId: id, fact: outcomeOf(poll) });
}
