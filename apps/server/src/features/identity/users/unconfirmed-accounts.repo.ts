/** Accounts whose address is not confirmed yet, and the usernames that sign-ups have taken. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';

/** The time that a sign-up has to confirm its address, during which it keeps its username. */
export const CONFIRM_WITHIN_DAYS = 7;

export const confirmBy = (now = Date.now()): Date => new Date(now + CONFIRM_WITHIN_DAYS * DAY_MS);

/** @returns false if an account or another sign-up has the username */
export async function reserveUsername(tx: Writer, username: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into username_reservations (username, expires_at)
    select ${username}, ${confirmBy()} where not exists (select from profiles where username = ${username})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether an account or a sign-up has the username. */
export async function isUsernameTaken(db: Reader, username: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from profiles where username = ${username})
      or exists (select from username_reservations where username = ${username}) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

export async function releaseUsername(tx: Writer, username: string): Promise<void> {
  await tx.deleteFrom('username_reservations').where('username', '=', username).execute();
}

export async function deleteExpiredReservations(tx: Writer): Promise<void> {
  await tx.deleteFrom('username_reservations').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** Starts the time to confirm for accounts that signed up while the instance did not require it. */
export async function startConfirmation(tx: Writer): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ confirm_by: confirmBy() })
    .where('email_verified', '=', false)
    .where('confirm_by', 'is', null)
    .execute();
}

const overdue = (db: Reader) =>
  db
    .selectFrom('profiles')
    .select('id')
    .where('email_verified', '=', false)
    .where('confirm_by', '<', sql<Date>`now()`);

export async function findOverdue(db: Reader): Promise<UserId[]> {
  return (await overdue(db).execute()).map(({ id }) => id);
}

/** Locks the account until `tx` ends. @returns false if it was confirmed or deleted in the meantime */
export const lockOverdue = async (tx: Writer, id: UserId): Promise<boolean> =>
  (await overdue(tx).where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined;
