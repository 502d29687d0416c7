import {
  CHAT_ROLES,
  CHAT_VIEWERS_PAGE_SIZE,
  type ChatRole,
  type ChatViewer,
} from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

/** The index in `CHAT_ROLES` of the role of `p` in the channel. */
const rankIn = (channelId: UserId) => sql<number>`CASE
  WHEN p.id = ${channelId} THEN 0
  WHEN EXISTS (SELECT FROM user_roles r WHERE r.user_id = p.id AND r.role = 'admin') THEN 1
  WHEN EXISTS (SELECT FROM chat_moderators m WHERE m.channel_id = ${channelId} AND m.user_id = p.id) THEN 2
  WHEN EXISTS (SELECT FROM chat_vips v WHERE v.channel_id = ${channelId} AND v.user_id = p.id) THEN 3
  ELSE 4 END`;

const people = (db: Reader, channelId: UserId, ids: readonly UserId[]) =>
  db
    .selectFrom('profiles as p')
    .select(rankIn(channelId).as('rank'))
    .where('p.id', '=', sql<UserId>`ANY(${[...ids]}::uuid[])`)
    .where(isPublic);

/**
 * Returns one row more than a page, by role and username.
 * @param page `after` is the last person of the previous page
 */
export async function findViewers(
  db: Reader,
  channelId: UserId,
  ids: readonly UserId[],
  { after, search }: { after: readonly [rank: number, username: string] | null; search: string },
): Promise<ChatViewer[]> {
  let query = people(db, channelId, ids)
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .orderBy('rank')
    .orderBy('p.username')
    .limit(CHAT_VIEWERS_PAGE_SIZE + 1);
  if (search !== '') {
    const pattern = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`(p.username ILIKE ${pattern} OR p.display_name ILIKE ${pattern})`);
  }
  if (after !== null)
    query = query.where(sql<boolean>`(${rankIn(channelId)}, p.username) > (${after[0]}, ${after[1]})`);
  const rows = await query.execute();
  return rows.map(({ rank, ...viewer }) => ({ ...viewer, role: CHAT_ROLES[rank] ?? 'viewer' }));
}

export async function countRoles(
  db: Reader,
  channelId: UserId,
  ids: readonly UserId[],
): Promise<Record<ChatRole, number>> {
  const rows = await db
    .selectFrom(people(db, channelId, ids).as('people'))
    .select(['rank', sql<number>`count(*)::int`.as('count')])
    .groupBy('rank')
    .execute();
  const count = (role: ChatRole) => rows.find(({ rank }) => CHAT_ROLES[rank] === role)?.count ?? 0;
  return {
    streamer: count('streamer'),
    admin: count('admin'),
    moderator: count('moderator'),
    vip: count('vip'),
    viewer: count('viewer'),
  };
}
