/** Accounts for admins. */

import type { UserFilter, VerificationStatus } from '@tributary/contracts/moderation';
import type { Role, UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { personMatches } from '../person-search.repo.ts';

const people = (db: Reader) =>
  db
    .selectFrom('profiles as p')
    .leftJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select([
      'p.id',
      'p.username',
      'p.display_name as displayName',
      'p.email',
      'p.avatar_url as avatarUrl',
      'p.created_at as createdAt',
      'p.banned_at as bannedAt',
      'p.banned_until as bannedUntil',
      'p.ban_reason as banReason',
      sql<boolean>`is_banned(p)`.as('banned'),
      sql<boolean>`coalesce(d.is_verified, false)`.as('isVerified'),
      sql<Role[]>`array(select role from user_roles where user_id = p.id order by role)`.as('roles'),
    ]);

/** The admins who are not banned. */
export const findAdmins = (db: Reader) =>
  db
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .select(['p.id', 'p.username'])
    .where('r.role', '=', 'admin')
    .where(sql<boolean>`NOT is_banned(p)`)
    .orderBy('r.granted_at')
    .execute();

export type StoredUser = InferResult<ReturnType<typeof people>>[number];

export function findUsers(
  db: Reader,
  { q, role, state, sort, order }: UserFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<StoredUser[]> {
  const descending = order === 'desc';
  // Imported accounts are older than their ids, so the id alone is not the order of joining.
  const column = sort === 'username' ? 'p.username' : 'p.created_at';
  let query = people(db).orderBy(column, order).orderBy('p.id', order).limit(limit);
  if (q) query = query.where(personMatches('p', q));
  if (role) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles as r')
          .select('r.role')
          .whereRef('r.user_id', '=', 'p.id')
          .where('r.role', '=', role),
      ),
    );
  }
  if (state === 'banned') query = query.where('p.banned_at', 'is not', null);
  if (state) query = query.where(sql<boolean>`is_banned(p)`, '=', state === 'banned');
  if (after) query = query.where(isAfterKey({ column, id: 'p.id', descending }, after));
  return query.execute();
}

export const findUser = (db: Reader, id: UserId): Promise<StoredUser | undefined> =>
  people(db).where('p.id', '=', id).executeTakeFirst();

export interface UserState {
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  readonly sessions: number;
  readonly lastUsedAt: Date | null;
  readonly verification: VerificationStatus | null;
}

export async function findState(db: Reader, id: UserId): Promise<UserState | undefined> {
  const { rows } = await sql<UserState>`
    SELECT
      email_verified AS "emailVerified",
      two_factor_enabled AS "twoFactorEnabled",
      (SELECT count(*) FROM sessions WHERE user_id = p.id AND expires_at > now()) AS sessions,
      (SELECT max(last_used_at) FROM sessions WHERE user_id = p.id) AS "lastUsedAt",
      (SELECT status FROM verification_requests WHERE user_id = p.id ORDER BY id DESC LIMIT 1) AS verification
    FROM profiles AS p WHERE p.id = ${id}
  `.execute(db);
  return rows[0];
}

export const findLiveStream = (db: Reader, id: UserId) =>
  db
    .selectFrom('streams')
    .select(['id', 'title', 'current_viewers as currentViewers'])
    .where('streamer_id', '=', id)
    .where('status', '=', 'live')
    .executeTakeFirst();
