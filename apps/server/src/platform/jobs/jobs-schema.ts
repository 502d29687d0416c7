/** Creates and migrates the schema of pg-boss, where the role that uses it may not. */
import pg from 'pg';
import { PgBoss } from 'pg-boss';

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
