import type { ChatAppeal, ChatBan, ModeratorPower } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** A person in the chats of a channel. */
export interface Member {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly joinedAt: Date;
  readonly followsSince: Date | null;
  readonly isAdmin: boolean;
  /** The powers of a moderator; null: not a moderator. */
  readonly powers: readonly ModeratorPower[] | null;
  readonly isVip: boolean;
  readonly isBanned: boolean;
  readonly bannedUntil: Date | null;
  readonly banReason: string | null;
  readonly appeal: string | null;
  readonly appealedAt: Date | null;
  readonly appealReply: string | null;
}

type StoredAppeal = Pick<Member, 'appeal' | 'appealedAt' | 'appealReply'>;

/** The columns of an appeal, in the row `b` of a ban. */
export const APPEAL_COLUMNS = [
  'b.appeal',
  'b.appealed_at as appealedAt',
  'b.appeal_reply as appealReply',
] as const;

export const toAppeal = ({ appeal, appealedAt, appealReply }: StoredAppeal): ChatAppeal | null =>
  appeal === null || appealedAt === null
    ? null
    : { text: appeal, at: appealedAt.toISOString(), refusal: appealReply };

export function banOf({ isBanned, bannedUntil, banReason, ...stored }: Member): ChatBan | null {
  if (!isBanned) return null;
  return {
    until: bannedUntil?.toISOString() ?? null,
    reason: banReason ?? '',
    appeal: toAppeal(stored),
  };
}

/** Whether the ban `b` is in force. */
export const isInForce = sql<boolean>`(b.until IS NULL OR b.until > now())`;

/** Null if there is no public account with this id. */
export async function findMember(db: Reader, channelId: UserId, id: UserId): Promise<Member | null> {
  const row = await db
    .selectFrom('profiles as p')
    .leftJoin('chat_bans as b', (join) =>
      join.onRef('b.user_id', '=', 'p.id').on('b.channel_id', '=', channelId).on(isInForce),
    )
    .leftJoin('follows as f', (join) =>
      join.onRef('f.follower_id', '=', 'p.id').on('f.streamer_id', '=', channelId),
    )
    .leftJoin('chat_moderators as m', (join) =>
      join.onRef('m.user_id', '=', 'p.id').on('m.channel_id', '=', channelId),
    )
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(['p.created_at as joinedAt', 'f.created_at as followsSince'])
    .select(['b.until as bannedUntil', 'b.reason as banReason', ...APPEAL_COLUMNS])
    .select(sql<boolean>`b.user_id IS NOT NULL`.as('isBanned'))
    .select('m.powers')
    .select(
      sql<boolean>`EXISTS (SELECT FROM chat_vips v WHERE v.channel_id = ${channelId} AND v.user_id = p.id)`.as(
        'isVip',
      ),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM user_roles r WHERE r.user_id = p.id AND r.role = 'admin')`.as(
        'isAdmin',
      ),
    )
    .where('p.id', '=', id)
    .where(isPublic)
    .executeTakeFirst();
  return row ?? null;
}

export async function findChannel(db: Reader, id: StreamId): Promise<UserId | null> {
  const row = await db.selectFrom('streams').select('streamer_id').where('id', '=', id).executeTakeFirst();
  return row?.streamer_id ?? null;
}

export async function isModerator(db: Reader, channelId: UserId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('chat_moderators')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The streams of the channel whose chats are open. */
export async function findOpenChats(db: Reader, channelId: UserId): Promise<StreamId[]> {
  const rows = await db
    .selectFrom('streams')
    .select('id')
    .where('streamer_id', '=', channelId)
    .where('status', '=', 'live')
    .execute();
  return rows.map(({ id }) => id);
}

const isOpen = sql`chat_bans.appeal_reply IS NULL AND (chat_bans.until IS NULL OR chat_bans.until > now())`;

export interface NewBan {
  readonly channelId: UserId;
  readonly userId: UserId;
  readonly until: Date | null;
  readonly reason: string;
  readonly bannedBy: UserId;
}

/** A ban in force that is changed keeps its open appeal. A new ban can be appealed again. */
export async function putBan(
  tx: Writer,
  { channelId, userId, until, reason, bannedBy }: NewBan,
): Promise<void> {
  const ban = { until, reason, banned_by: bannedBy, banned_at: sql<Date>`now()` };
  await tx
    .insertInto('chat_bans')
    .values({ channel_id: channelId, user_id: userId, ...ban })
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'user_id']).doUpdateSet({
        ...ban,
        appeal: sql`CASE WHEN ${isOpen} THEN chat_bans.appeal END`,
        appealed_at: sql`CASE WHEN ${isOpen} THEN chat_bans.appealed_at END`,
        appeal_reply: null,
      }),
    )
    .execute();
}

/** @returns whether the ban had an open appeal */
export async function removeBan(
  tx: Writer,
  channelId: UserId,
  userId: UserId,
): Promise<{ readonly hadAppealed: boolean; readonly wasRunning: boolean }> {
  const row = await tx
    .deleteFrom('chat_bans')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .returning(['appeal', 'appeal_reply', sql<boolean>`until IS NULL OR until > now()`.as('running')])
    .executeTakeFirst();
  return {
    hadAppealed: row !== undefined && row.appeal !== null && row.appeal_reply === null,
    wasRunning: row?.running ?? false,
  };
}

/** The roles that the streamer of a channel can give. */
export type AppointmentsTable = 'chat_moderators' | 'chat_vips';

export async function appoint(
  tx: Writer,
  table: AppointmentsTable,
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  await tx
    .insertInto(table)
    .values({ channel_id: channelId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function dismiss(
  tx: Writer,
  table: AppointmentsTable,
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  await tx.deleteFrom(table).where('channel_id', '=', channelId).where('user_id', '=', userId).execute();
}

/** The text is kept for the admins who decide about reports. */
const DELETED = { deleted_at: sql<Date>`now()`, preview: null };

/** @returns whether the person is a moderator */
export async function setPowers(
  tx: Writer,
  channelId: UserId,
  userId: UserId,
  powers: readonly ModeratorPower[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_moderators')
    .set({ powers: [...powers] })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns the message's author; null if there is no such message, or it is deleted already */
export async function deleteMessage(tx: Writer, id: StreamId, number: number): Promise<UserId | null> {
  const row = await tx
    .updateTable('chat_messages')
    .set(DELETED)
    .where('stream_id', '=', id)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .returning('author_id')
    .executeTakeFirst();
  return row?.author_id ?? null;
}

/** @returns the number of the author's newest message; null where there is none */
export async function deleteMessagesOf(tx: Writer, id: StreamId, authorId: UserId): Promise<number | null> {
  const rows = await tx
    .updateTable('chat_messages')
    .set(DELETED)
    .where('stream_id', '=', id)
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .returning('number')
    .execute();
  return rows.length === 0 ? null : Math.max(...rows.map(({ number }) => number));
}

/**
 * Deletes all messages.
 * @returns the number of the newest one; null if no message was sent since the last time
 */
export async function clear(tx: Writer, id: StreamId): Promise<number | null> {
  // Messages that are sent in the meantime have higher numbers.
  const room = await tx
    .updateTable('chat_rooms')
    .set(({ ref }) => ({ cleared_up_to: ref('last_number') }))
    .where('stream_id', '=', id)
    .whereRef('cleared_up_to', '<', 'last_number')
    .returning('last_number')
    .executeTakeFirst();
  if (room === undefined) return null;
  await tx
    .updateTable('chat_messages')
    .set(DELETED)
    .where('stream_id', '=', id)
    .where('number', '<=', room.last_number)
    .where('deleted_at', 'is', null)
    .execute();
  return room.last_number;
}

/**
 * The bans of an account, the channels that it moderates with its powers there, and those it is a VIP of, for its
 * export.
 */
export async function findAllOf(db: Reader, userId: UserId) {
  const bans = await db
    .selectFrom('chat_bans')
    .select(['channel_id as channelId', 'until', 'reason', 'banned_at as bannedAt'])
    .select(['appeal', 'appealed_at as appealedAt', 'appeal_reply as appealReply'])
    .where('user_id', '=', userId)
    .execute();
  const moderates = await db
    .selectFrom('chat_moderators')
    .select(['channel_id as channelId', 'added_at as addedAt', 'powers'])
    .where('user_id', '=', userId)
    .execute();
  const vip = await db
    .selectFrom('chat_vips')
    .select(['channel_id as channelId', 'added_at as addedAt'])
    .where('user_id', '=', userId)
    .execute();
  return { bans, moderates, vip };
}
