/** A person's standing in a chat: what they may do there. */
import { type ChatStanding, chatTopic } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Database, Reader } from '#platform/db/database.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { findOwn } from '../held/held.repo.ts';
import * as repo from '../members/members.repo.ts';
import { channelOf, powersOf, rankOf } from '../members/ranks.ts';
import { findVote } from '../polls/polls.repo.ts';
import { findOwnAgesMs } from '../room/earlier.repo.ts';
import { findSettings } from '../room/settings.repo.ts';

/** @throws stream_not_found */
export async function findStanding(
  reader: Reader,
  id: StreamId,
  userId: UserId | null,
): Promise<ChatStanding> {
  const channelId = await channelOf(reader, id);
  const member = userId && (await repo.findMember(reader, channelId, userId));
  if (!member) return { canModerate: false, powers: [], ban: null, waitMs: 0, held: [], vote: null };
  const canModerate = rankOf(member, channelId) > 0;
  return {
    canModerate,
    powers: [...powersOf(member, channelId)],
    ban: repo.banOf(member),
    waitMs: canModerate || member.isVip ? 0 : await findWaitMs(reader, { id, channelId, userId: member.id }),
    held: await findOwn(reader, id, member.id),
    vote: await findVote(reader, id, member.id),
  };
}

async function findWaitMs(
  reader: Reader,
  { id, channelId, userId }: { id: StreamId; channelId: UserId; userId: UserId },
): Promise<number> {
  const { slowSeconds } = await findSettings(reader, channelId);
  if (slowSeconds === 0) return 0;
  const [ageMs = Infinity] = await findOwnAgesMs(reader, id, userId, 1);
  return Math.max(0, Math.ceil(slowSeconds * 1000 - ageMs));
}

/** Sends a person's current standing in all chats of the channel to their open tabs. */
export async function sendStandings(
  options: { readonly db: Database; readonly realtime: Pick<Realtime, 'topic'> },
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  const chats = await options.db.read((reader) => repo.findOpenChats(reader, channelId));
  for (const chat of chats) await sendStanding(options, chat, userId);
}

/** Sends a person's current standing in a chat to their open tabs. */
export async function sendStanding(
  { db, realtime }: { readonly db: Database; readonly realtime: Pick<Realtime, 'topic'> },
  id: StreamId,
  userId: UserId,
): Promise<void> {
  const standing = await db.read((reader) => findStanding(reader, id, userId));
  realtime.topic(chatTopic, id).toUser(userId).patch({ standing });
}
