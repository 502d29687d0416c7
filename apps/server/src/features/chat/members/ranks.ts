/** The ranks in the chats of a channel: its streamer, admins of the instance, moderators, and viewers. */
import { CHAT_POWERS, type ChatPower } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';
import { errors, missingPower } from '../chat.errors.ts';
import * as repo from './members.repo.ts';

export const RANKS = { moderator: 1, admin: 2, streamer: 3 } as const;

/** People may act on those of a lower rank. Rank 0 is an ordinary viewer. */
export function rankOf({ id, isAdmin, powers }: repo.Member, channelId: UserId): number {
  if (id === channelId) return RANKS.streamer;
  if (isAdmin) return RANKS.admin;
  return powers === null ? 0 : RANKS.moderator;
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

/** The powers of a member. A streamer chooses them for each moderator. */
export function powersOf(member: repo.Member, channelId: UserId): readonly ChatPower[] {
  return rankOf(member, channelId) > RANKS.moderator ? CHAT_POWERS : (member.powers ?? []);
}

/**
 * @param power the required power; null: any moderator
 * @returns the caller's rank
 * @throws person_not_found, not_moderator
 */
export async function requireModerator(
  reader: Reader,
  channelId: UserId,
  callerId: UserId,
  power: ChatPower | null,
): Promise<number> {
  const caller = await memberOf(reader, channelId, callerId);
  const rank = rankOf(caller, channelId);
  if (rank === 0) throw errors.not_moderator();
  if (power !== null && !powersOf(caller, channelId).includes(power)) throw missingPower(power);
  // An admin may pass the id of a channel that does not exist.
  if (rank === RANKS.admin) await memberOf(reader, channelId, channelId);
  return rank;
}
