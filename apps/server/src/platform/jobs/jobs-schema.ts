/**
 * The schema of pg-boss: creates and migrates it if the role that uses it may not, and reads data for which pg-boss has
 * no functions.
 */
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Writer } from '../db/database.ts';

export const SCHEMA = 'jobs';

/** Jobs that failed on their last attempt end up in this queue, and in the log. */
export const DEAD = 'dead-letters';

/** @param owner the owner of the database */
export async function migrateJobs(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    supervise: false,
  });
  boss.on('error', () => undefined);
  try {
    await boss.start();
    await boss.stop({ graceful: false, close: false });
  } finally {
    await client.end();
  }
}

/** @param owner the `turnOf` of the jobs */
export async function countWaiting(tx: Writer, name: string, owner: string): Promise<number> {
  const { rows } = await tx.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `SELECT count(*)::int AS count FROM ${SCHEMA}.job WHERE name = $1 AND group_id = $2 AND state < 'active'`,
      [name, owner],
    ),
  );
  return rows[0]?.count ?? 0;
}

/** @returns the kinds of jobs of which one may run now */
export async function findDue(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS kinds (name) WHERE EXISTS (
       SELECT FROM ${SCHEMA}.job j
       WHERE j.name = kinds.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
     )`,
    [names],
  );
  return rows.map(({ name }) => name);
}

export interface QueueState {
  readonly name: string;
  /** Jobs that could run now. */
  readonly waiting: number;
  readonly running: number;
  /** On their last attempt, within the last hour, after which they are deleted. */
  readonly failed: number;
  /** How long the oldest waiting job could have run; null where none waits. */
  readonly oldestWaitingSeconds: number | null;
}

/** The queues that have jobs which wait, run or have failed, the longest first. */
export async function findQueues(pool: pg.Pool): Promise<QueueState[]> {
  const isWaiting = `state < 'active' AND start_after <= now()`;
  const { rows } = await pool.query<QueueState>(
    `SELECT * FROM (
       SELECT name,
         (count(*) FILTER (WHERE ${isWaiting}))::int AS waiting,
         (count(*) FILTER (WHERE state = 'active'))::int AS running,
         (count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 hour'))::int AS failed,
         extract(epoch FROM now() - min(greatest(start_after, created_on)) FILTER (WHERE ${isWaiting}))::float8
           AS "oldestWaitingSeconds"
       FROM ${SCHEMA}.job
       WHERE name <> $1 AND (${isWaiting} OR state IN ('active', 'failed'))
       GROUP BY name
     ) AS queues
     WHERE waiting + running + failed > 0
     ORDER BY waiting DESC, running DESC, name`,
    [DEAD],
  );
  return rows;
}
