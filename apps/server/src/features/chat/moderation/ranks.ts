/** Who has a say in the chats of a channel: its streamer, admins of the instance, and moderators. */
import type { StreamId, UserId } from '@tributary/contracts';
import type { Reader } from '#platform/db/database.ts';
import { errors } from '../chat.errors.ts';
import * as repo from './moderation.repo.ts';

export const RANKS = { moderator: 1, admin: 2, streamer: 3 } as const;

/** Who has a higher rank may act on the other. 0: reads and writes. */
export function rankOf({ id, isAdmin, isModerator }: repo.Member, channelId: UserId): number {
  if (id === channelId) return RANKS.streamer;
  if (isAdmin) return RANKS.admin;
  return isModerator ? RANKS.moderator : 0;
}

/** @throws stream_not_found */
export async function channelOf(reader: Reader, id: StreamId): Promise<UserId> {
  const channelId = await repo.findChannel(reader, id);
  if (channelId === null) throw errors.stream_not_found();
  return channelId;
}

/** @throws person_not_found */
export async function memberOf(reader: Reader, channelId: UserId, userId: UserId): Promise<repo.Member> {
  const member = await repo.findMember(reader, channelId, userId);
  if (member === null) throw errors.person_not_found();
  return member;
}

/** @returns the caller's rank. @throws person_not_found, not_moderator */
export async function requireModerator(reader: Reader, channelId: UserId, callerId: UserId): Promise<number> {
  const rank = rankOf(await memberOf(reader, channelId, callerId), channelId);
  if (rank === 0) throw errors.not_moderator();
  // An admin may name a channel that does not exist.
  if (rank === RANKS.admin) await memberOf(reader, channelId, channelId);
  return rank;
}
