/** Appeals, and the bans that they are about. */
import type { AuditAction } from '@tributary/contracts/instance';
import {
  type AdminAppeal,
  APPEALS_PAGE_SIZE,
  type AppealDecision,
  type AppealFilter,
  type OwnBan,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

/** The ban of an account; undefined if it is not banned now. */
export const findBan = (db: Reader, userId: UserId) =>
  db
    .selectFrom('profiles as p')
    .select(['p.username', 'p.banned_until as until', 'p.ban_reason as reason'])
    .select(sql<Date>`p.banned_at`.as('at'))
    .where('p.id', '=', userId)
    .where(sql<boolean>`is_banned(p)`)
    .executeTakeFirst();

interface StoredAppeal {
  readonly text: string;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly outcome: 'lifted' | 'upheld' | null;
  readonly reply: string | null;
}

const toAppeal = ({ text, created_at, decided_at, outcome, reply }: StoredAppeal) => ({
  text,
  at: created_at.toISOString(),
  decision: decided_at && outcome && { outcome, reply: reply ?? '', at: decided_at.toISOString() },
});

const COLUMNS = ['a.text', 'a.created_at', 'a.decided_at', 'a.outcome', 'a.reply'] as const;

export async function findAppeal(db: Reader, userId: UserId, bannedAt: Date): Promise<OwnBan['appeal']> {
  const row = await db
    .selectFrom('appeals as a')
    .select(COLUMNS)
    .where('a.user_id', '=', userId)
    .where('a.banned_at', '=', bannedAt)
    .executeTakeFirst();
  return row === undefined ? null : toAppeal(row);
}

/** @returns false if this ban has been appealed already */
export async function insertAppeal(
  tx: Writer,
  { userId, bannedAt, text }: { userId: UserId; bannedAt: Date; text: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('appeals')
    .values({ id: uuidv7(), user_id: userId, banned_at: bannedAt, text })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const BANS: readonly AuditAction[] = ['user.banned', 'report.suspended', 'report.banned'];

/** The admin who banned an account last; null for the command line. */
export async function findBannedBy(db: Reader, userId: UserId): Promise<UserId | null> {
  const row = await db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .where('action', 'in', BANS)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.actor_id ?? null;
}

export async function hasOtherAdmin(db: Reader, id: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .select('p.id')
    .where('r.role', '=', 'admin')
    .where('p.id', '<>', id)
    .where(isPublic)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns one row more than a page, newest first. */
export async function findAppeals(
  db: Reader,
  { state }: AppealFilter,
  after: CursorKey | undefined,
): Promise<AdminAppeal[]> {
  let query = db
    .selectFrom('appeals as a')
    .innerJoin('profiles as p', 'p.id', 'a.user_id')
    .select(COLUMNS)
    .select(['a.id', 'a.banned_at', 'p.id as personId', 'p.username', 'p.display_name', 'p.avatar_url'])
    .select(['p.banned_at as currentBan', 'p.banned_until', 'p.ban_reason'])
    .orderBy('a.id', 'desc')
    .limit(APPEALS_PAGE_SIZE + 1);
  if (state !== 'all') query = query.where('a.decided_at', state === 'open' ? 'is' : 'is not', null);
  if (after) query = query.where(isAfterKey({ column: null, id: 'a.id', descending: true }, after));
  const rows = await query.execute();
  return Promise.all(
    rows.map(async (row) => {
      const bannedBy = await findBannedBy(db, row.personId);
      const isCurrent = row.currentBan?.getTime() === row.banned_at.getTime();
      return {
        id: row.id,
        ...toAppeal(row),
        person: {
          id: row.personId,
          username: row.username,
          displayName: row.display_name,
          avatarUrl: row.avatar_url,
        },
        ban: isCurrent
          ? {
              at: row.banned_at.toISOString(),
              until: row.banned_until?.toISOString() ?? null,
              reason: row.ban_reason,
            }
          : null,
        bannedBy: bannedBy && (await findUsername(db, bannedBy)),
      };
    }),
  );
}

async function findUsername(db: Reader, id: UserId): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('username').where('id', '=', id).executeTakeFirst();
  return row?.username ?? null;
}

/** Locks the appeal until `tx` ends. */
export const lockAppeal = (tx: Writer, id: string) =>
  tx
    .selectFrom('appeals')
    .select(['user_id as userId', 'banned_at as bannedAt', 'decided_at as decidedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function decide(
  tx: Writer,
  id: string,
  { outcome, reply }: AppealDecision,
  by: UserId,
): Promise<void> {
  await tx
    .updateTable('appeals')
    .set({ outcome, reply, decided_by: by, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function countOpen(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('appeals')
    .select(sql<number>`count(*)`.as('count'))
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The appeals of an account, for its export. */
export const findAppealsOf = (db: Reader, userId: UserId) =>
  db
    .selectFrom('appeals')
    .select(['banned_at as bannedAt', 'text', 'created_at as sentAt', 'outcome', 'reply'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
