/** Leases of processes. The clock of the database decides, so clocks of machines may differ. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '../db/database.ts';
import type { ProcessId } from './processes.tables.ts';

/**
 * The lease is long enough for a slow database or a pause of the garbage collector, and well below the grace period.
 */
export const LEASE_SECONDS = 10;

/** @param sessionKey the lock that its connection holds; null: its lease alone says whether it lives */
export async function renewLease(
  tx: Writer,
  id: ProcessId,
  url: string,
  sessionKey: number | null = null,
): Promise<void> {
  const renewed = {
    url,
    lease_expires_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`,
    session_key: sessionKey,
  };
  await tx
    .insertInto('processes')
    .values({ id, ...renewed })
    .onConflict((oc) => oc.column('id').doUpdateSet(renewed))
    .execute();
}

export async function endLease(tx: Writer, id: ProcessId): Promise<void> {
  await tx.updateTable('processes').set({ lease_expires_at: sql`now()` }).where('id', '=', id).execute();
}

export async function deleteDeadProcesses(tx: Writer): Promise<void> {
  await tx
    .deleteFrom('processes')
    .where('lease_expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

export async function findProcessUrl(db: Reader, id: ProcessId): Promise<string | null> {
  const row = await db
    .selectFrom('processes')
    .select('url')
    .where('id', '=', id)
    .where('lease_expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.url ?? null;
}

export async function findAlive(db: Reader): Promise<ProcessId[]> {
  const rows = await db
    .selectFrom('processes')
    .select('id')
    .where('lease_expires_at', '>', sql<Date>`now()`)
    .execute();
  return rows.map(({ id }) => id);
}

/** SQL for whether the process in a column holds a lease. False for null. */
export const isAlive = (column: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  EXISTS (SELECT 1 FROM processes AS p WHERE p.id = ${column} AND p.lease_expires_at > now())`;
