/** The schema of pg-boss: creates and migrates it where the role that uses it may not, and reads what pg-boss does not tell. */
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Writer } from '../db/database.ts';

export const SCHEMA = 'jobs';

/** @param owner of the database */
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

/** @param owner `turnOf` of the jobs */
export async function countWaiting(tx: Writer, name: string, owner: string): Promise<number> {
  const { rows } = await tx.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `SELECT count(*)::int AS count FROM ${SCHEMA}.job WHERE name = $1 AND group_id = $2 AND state < 'active'`,
      [name, owner],
    ),
  );
  return rows[0]?.count ?? 0;
}

/** @returns those kinds of jobs of which one may run now */
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
