/** Reads all tables in one snapshot of the database, while others write. */
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { tableName } from './backup-names.ts';
import type { BackupObjects } from './backup-objects.ts';
import type { Manifest, TableEntry } from './manifest.ts';

/** The schemas of the instance. pg-boss makes `jobs`, of which only the queues and the jobs are kept. */
const TABLES = `
  SELECT n.nspname AS schema, c.relname AS name, array(
    SELECT a.attname::text FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY a.attnum
  ) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE (n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'schema_migrations')
     OR (n.nspname = 'jobs' AND c.relname IN ('queue', 'job', 'job_dependency'))
  ORDER BY 1, 2`;

const SEQUENCES = `
  SELECT schemaname AS schema, sequencename AS name, last_value::text AS "lastValue"
  FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1, 2`;

export type SnapshotTable = Pick<TableEntry, 'schema' | 'name' | 'columns'>;

/** A connection without the time limits of requests, on which a backup or a restore runs. */
export async function connectWithoutLimits(pool: pg.Pool): Promise<pg.Client> {
  const { password } = pool.options;
  const client = new pg.Client({
    ...pool.options,
    ...(password !== undefined && { password }),
    application_name: 'tributary backup',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    stream: () => new Socket(),
    // COPY needs a connection on which one query runs at a time.
    pipeline: false,
  });
  // The query that is running fails with the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export interface Snapshot extends Pick<Manifest, 'migrations' | 'sequences' | 'postgresVersion'> {
  readonly takenAt: Date;
  readonly tables: readonly SnapshotTable[];
}

/** Begins a transaction that shows the database as it is now, until it ends. */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  // The first query decides which transactions the snapshot shows.
  const { rows: migrations } = await client.query<Snapshot['migrations'][number]>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  const { rows: now } = await client.query<{ takenAt: Date; version: string }>(
    `SELECT now() AS "takenAt", current_setting('server_version') AS version`,
  );
  const { rows: tables } = await client.query<SnapshotTable>(TABLES);
  const { rows: sequences } = await client.query<Snapshot['sequences'][number]>(SEQUENCES);
  const [{ takenAt = new Date(), version = '' } = {}] = now;
  return { takenAt, postgresVersion: version, migrations, tables, sequences };
}

export const qualified = ({ schema, name }: Pick<SnapshotTable, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

export const columnList = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Copies a table as text, which each major version of PostgreSQL reads. */
export async function copyTable(
  client: pg.Client,
  table: SnapshotTable,
  backupId: string,
  objects: BackupObjects,
): Promise<TableEntry> {
  const { schema, name, columns } = table;
  // A partitioned table can be copied only as the result of a query.
  const copy = client.query(
    copyTo(`COPY (SELECT ${columnList(columns)} FROM ${qualified(table)}) TO STDOUT`),
  );
  const stored = await pipeline(copy, createGzip({ level: 6 }), (gzipped: AsyncIterable<Uint8Array>) =>
    objects.put(tableName(backupId, schema, name), gzipped),
  );
  return { schema, name, columns, rows: copy.rowCount, ...stored };
}
