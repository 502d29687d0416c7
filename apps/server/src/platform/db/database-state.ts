/** The size, connections and migrations of the database, for admins and metrics. */
import type pg from 'pg';

export interface DatabaseState {
  readonly sizeBytes: number;
  /** The use by all processes and other programs. */
  readonly connections: number;
  readonly maxConnections: number;
  /** The newest migration that has been applied. */
  readonly migration: number;
  /** How many that this process knows have not been applied. */
  readonly waitingMigrations: number;
}

/** @param known the numbers of the migrations of this version of the program */
export async function readDatabaseState(pool: pg.Pool, known: readonly number[]): Promise<DatabaseState> {
  const { rows } = await pool.query<DatabaseState>(
    `SELECT
       pg_database_size(current_database())::float8 AS "sizeBytes",
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
       current_setting('max_connections')::int AS "maxConnections",
       (SELECT coalesce(max(version), 0) FROM schema_migrations) AS migration,
       (SELECT count(*)::int FROM unnest($1::int[]) AS known (version)
         WHERE version NOT IN (SELECT version FROM schema_migrations)) AS "waitingMigrations"`,
    [known],
  );
  const [state] = rows;
  if (state === undefined) throw new Error('The database answered without a row.');
  return state;
}
