/** Warnings, which are decided cases: the unread ones, and when they are read. */
import type { Warning } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

const warningsOf = (db: Reader, userId: UserId) =>
  db
    .selectFrom('report_cases')
    .select(['id', 'message', 'decided_at as at', 'read_at as readAt'])
    .where('subject_id', '=', userId)
    .where('outcome', '=', 'warned')
    .orderBy('decided_at');

export async function findUnread(db: Reader, userId: UserId): Promise<Warning[]> {
  const rows = await warningsOf(db, userId).where('read_at', 'is', null).execute();
  return rows.flatMap(({ id, message, at }) =>
    message === null || at === null ? [] : [{ id, message, at: at.toISOString() }],
  );
}

/**
 * Keeps the first time.
 * @returns false if the person has no such warning
 */
export async function markRead(tx: Writer, userId: UserId, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_cases')
    .set({ read_at: sql`coalesce(read_at, now())` })
    .where('id', '=', id)
    .where('subject_id', '=', userId)
    .where('outcome', '=', 'warned')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The warnings of an account, for its export. */
export const findWarningsOf = (db: Reader, userId: UserId) => warningsOf(db, userId).execute();
