/** Lists of the moderators of channels, and of the people whom they banned. */
import { CHAT_BANS_PAGE_SIZE, CHAT_MODERATED_SHOWN } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { APPEAL_COLUMNS, type AppointmentsTable, isInForce } from '../members/members.repo.ts';

const MEMBER = ['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'] as const;

export async function countAppointed(
  db: Reader,
  table: AppointmentsTable,
  channelId: UserId,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  return count;
}

export const findModerators = (db: Reader, channelId: UserId) =>
  db
    .selectFrom('chat_moderators as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .select([...MEMBER, 'm.added_at as addedAt', 'm.powers'])
    .where('m.channel_id', '=', channelId)
    .orderBy('p.username')
    .execute();

/**
 * The public channels that a person moderates. The oldest appointments come first, so that later ones cannot push them
 * off the list.
 */
export const findModerated = (db: Reader, userId: UserId) =>
  db
    .selectFrom('chat_moderators as m')
    .innerJoin('profiles as p', 'p.id', 'm.channel_id')
    .select([...MEMBER, 'm.powers'])
    .where('m.user_id', '=', userId)
    .where(isPublic)
    .orderBy('m.added_at')
    .orderBy('p.id')
    .limit(CHAT_MODERATED_SHOWN)
    .execute();

export const findVips = (db: Reader, channelId: UserId) =>
  db
    .selectFrom('chat_vips as v')
    .innerJoin('profiles as p', 'p.id', 'v.user_id')
    .select([...MEMBER, 'v.added_at as addedAt'])
    .where('v.channel_id', '=', channelId)
    .orderBy('p.username')
    .execute();

/** The username and the name by which a notification refers to a person or their channel. */
export async function findName(db: Reader, id: UserId): Promise<{ username: string; name: string }> {
  const { username, display_name } = await db
    .selectFrom('profiles')
    .select(['username', 'display_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { username, name: display_name || username };
}

export async function findIdByUsername(db: Reader, username: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('profiles as p')
    .select('p.id')
    .where('p.username', '=', username.toLowerCase())
    .where(isPublic)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Bans that have not ended, latest first, one row more than a page. */
export function findBans(
  db: Reader,
  channelId: UserId,
  { search, after }: { search: string; after: CursorKey | null },
) {
  let query = db
    .selectFrom('chat_bans as b')
    .innerJoin('profiles as p', 'p.id', 'b.user_id')
    .leftJoin('profiles as m', 'm.id', 'b.banned_by')
    .select([...MEMBER, 'b.until', 'b.reason', 'b.banned_at as bannedAt', 'm.username as bannedBy'])
    .select(APPEAL_COLUMNS)
    .where('b.channel_id', '=', channelId)
    .where(isInForce)
    .orderBy('b.banned_at', 'desc')
    .orderBy('b.user_id', 'desc')
    .limit(CHAT_BANS_PAGE_SIZE + 1);
  if (search !== '') {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`(p.username || ' ' || p.display_name) ILIKE ${pattern}`);
  }
  if (after !== null)
    query = query.where(isAfterKey({ column: 'b.banned_at', id: 'b.user_id', descending: true }, after));
  return query.execute();
}
