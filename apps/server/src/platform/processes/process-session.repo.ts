/**
 * Sessions of processes. Each process holds an advisory lock on the connection that renews its lease. PostgreSQL frees
 * the lock at once when that connection closes, as it does when the process is killed.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '../db/database.ts';
import { LEASE_SECONDS } from './processes.repo.ts';
import type { ProcessId } from './processes.tables.ts';

/** The first half of the locks' keys, so that they are not those of other parts of the program. */
const LOCK_CLASS = 7_317_401;

/**
 * A process without a lock is dead once it has not renewed its lease for so long. A living process whose connection broke
 * opens another with its next renewal, a second later.
 */
const SILENT_SECONDS = 2;

/**
 * How old the connection of the process that judges others has to be. After a restart of the database or a failover, all
 * processes come back within this time, and the first one must not take the others for dead.
 */
const SETTLED_SECONDS = 5;

const isSilent: RawBuilder<boolean> = sql<boolean>`
  lease_expires_at < now() + make_interval(secs => ${LEASE_SECONDS - SILENT_SECONDS})`;

/** Takes the lock for the connection of `tx`. A connection that has it already keeps it. */
export async function holdSession(tx: Writer, key: number): Promise<void> {
  await sql`SELECT pg_try_advisory_lock(${LOCK_CLASS}, ${key})`.execute(tx);
}

/** Whether this connection has lasted long enough to judge other processes by theirs. */
export async function isSettled(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    SELECT backend_start < now() - make_interval(secs => ${SETTLED_SECONDS}) AS settled
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`.execute(db);
  return rows[0]?.settled ?? false;
}

/**
 * Ends the leases of processes whose connection is gone. Call it on a settled connection.
 * @returns the processes that are dead now
 */
export async function endLeasesWithoutSession(tx: Writer): Promise<ProcessId[]> {
  const hasSession = sql<boolean>`
    EXISTS (
      SELECT 1 FROM pg_locks AS l
      WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = ${LOCK_CLASS}
        AND l.objid = processes.session_key::oid
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
  const rows = await tx
    .updateTable('processes')
    .set({ lease_expires_at: sql`now()` })
    .where('lease_expires_at', '>', sql<Date>`now()`)
    .where('session_key', 'is not', null)
    .where(isSilent)
    .where(({ not }) => not(hasSession))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The address of a process that holds a lease and has not renewed it for a while; null: it renews it. */
export async function findSilentUrl(db: Reader, id: ProcessId): Promise<string | null> {
  const row = await db
    .selectFrom('processes')
    .select('url')
    .where('id', '=', id)
    .where('lease_expires_at', '>', sql<Date>`now()`)
    .where(isSilent)
    .executeTakeFirst();
  return row?.url ?? null;
}

/** Ends the lease of a process that does not answer. @returns false where it has renewed it in the meantime */
export async function endSilentLease(tx: Writer, id: ProcessId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('processes')
    .set({ lease_expires_at: sql`now()` })
    .where('id', '=', id)
    .where(isSilent)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
