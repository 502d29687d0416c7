/** Sessions, which better-auth creates. */
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Profile, profiles } from '../users/users.repo.ts';

const unexpired = (db: Reader) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id as userId',
      'ip_address as ipAddress',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', sql<Date>`now()`);

export type StoredSession = InferResult<ReturnType<typeof unexpired>>[number];

export interface SessionOfPerson {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Whether the user has confirmed who they are within the last ten minutes. */
  readonly isProven: boolean;
  readonly profile: Profile;
}

/** An unexpired session with its person, in one query. */
export async function findSessionOfPerson(
  db: Reader,
  by: { readonly tokenHash: string } | { readonly id: string },
): Promise<SessionOfPerson | undefined> {
  const found = await profiles(db)
    .innerJoin('sessions', 'sessions.user_id', 'profiles.id')
    .select([
      'sessions.id as sessionId',
      'sessions.created_at as sessionCreatedAt',
      'sessions.expires_at as sessionExpiresAt',
      sql<boolean>`coalesce(sessions.proven_at > now() - interval '10 minutes', false)`.as('isProven'),
    ])
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where((where) =>
      'id' in by ? where('sessions.id', '=', by.id) : where('sessions.token_hash', '=', by.tokenHash),
    )
    .executeTakeFirst();
  if (!found) return undefined;
  const { sessionId, sessionCreatedAt, sessionExpiresAt, isProven, ...profile } = found;
  return { id: sessionId, createdAt: sessionCreatedAt, expiresAt: sessionExpiresAt, isProven, profile };
}

export const findSession = (db: Reader, id: string): Promise<StoredSession | undefined> =>
  unexpired(db).where('id', '=', id).executeTakeFirst();

export const findSessionsOf = (db: Reader, userId: UserId): Promise<StoredSession[]> =>
  unexpired(db).where('user_id', '=', userId).orderBy('last_used_at', 'desc').orderBy('id').execute();

export async function markUsed(tx: Writer, ids: readonly string[]): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', 'in', ids).execute();
}

/** Records that the user of the session has just confirmed who they are. */
export async function markProven(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('sessions').set({ proven_at: sql`now()` }).where('id', '=', id).execute();
}

/** @returns false if the user has no such session */
export async function deleteSession(tx: Writer, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @param except a session to keep */
export async function deleteSessions(
  tx: Writer,
  userId: UserId,
  except: string | null = null,
): Promise<void> {
  const mine = tx.deleteFrom('sessions').where('user_id', '=', userId);
  await (except === null ? mine : mine.where('id', '<>', except)).execute();
}

export async function deleteExpiredSessions(tx: Writer): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute();
}
