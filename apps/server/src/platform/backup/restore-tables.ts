/** Copies the rows of a backup into a database whose schema is that of the backup. */
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import { tableName } from './backup-names.ts';
import type { BackupObjects } from './backup-objects.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { columnList, qualified } from './snapshot.ts';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0 AND connamespace IN ('public'::regnamespace, to_regnamespace('jobs'))`;

/**
 * Restores all rows in one transaction. Foreign keys are dropped meanwhile and created again, which checks them, and
 * triggers do not run, since what they would write is in the backup: neither needs a superuser.
 */
export async function restoreTables(
  connection: pg.ClientConfig,
  manifest: Pick<Manifest, 'id' | 'tables' | 'sequences'>,
  objects: Pick<BackupObjects, 'read'>,
  progress: (sentence: string) => void,
): Promise<void> {
  const client = new pg.Client({ application_name: 'tributary restore', ...connection });
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    const names = await ownTables(client);
    for (const table of names) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // Migrations write rows too, which the backup has.
    await client.query(`TRUNCATE ${names.join(', ')}`);
    for (const table of manifest.tables) await restoreTable(client, manifest.id, table, objects);
    progress(`Restored the rows of ${manifest.tables.length} tables. Checking foreign keys.`);
    for (const table of names) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    for (const { schema, name, lastValue } of manifest.sequences) {
      if (lastValue !== null) {
        await client.query('SELECT setval($1::regclass, $2::bigint)', [
          qualified({ schema, name }),
          lastValue,
        ]);
      }
    }
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    // Closing the connection rolls an open transaction back.
    await client.end();
  }
}

async function ownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'schema_migrations')
        OR (n.nspname = 'jobs' AND c.relname IN ('queue', 'job', 'job_dependency'))`,
  );
  return rows.map(({ name }) => name);
}

async function restoreTable(
  client: pg.Client,
  backupId: string,
  table: TableEntry,
  objects: Pick<BackupObjects, 'read'>,
): Promise<void> {
  const name = tableName(backupId, table.schema, table.name);
  const target = qualified(table);
  const { rows: existing } = await client.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [target],
  );
  const known = new Set(existing.map((column) => column.name));
  const common = table.columns.filter((column) => known.has(column));
  // The tables of jobs are made by pg-boss, which may have another version now.
  const isSame = common.length === table.columns.length;
  if (known.size === 0 || (!isSame && table.schema !== 'jobs')) {
    const missing = table.columns.filter((column) => !known.has(column));
    throw new BackupError(
      `The table ${table.schema}.${table.name} lacks the columns ${missing.join(', ')} of the backup. Restore it with the version that made it.`,
    );
  }
  const into = isSame ? target : 'pg_temp.restored';
  if (!isSame) {
    const columns = table.columns.map((column) => `${pg.escapeIdentifier(column)} text`);
    await client.query(`CREATE TEMPORARY TABLE restored (${columns.join(', ')}) ON COMMIT DROP`);
  }
  const copy = client.query(copyFrom(`COPY ${into} (${columnList(table.columns)}) FROM STDIN`));
  await pipeline(objects.read(name, table), createGunzip(), copy);
  if (copy.rowCount !== table.rows) {
    throw new BackupError(
      `The backup is damaged: ${name} has ${copy.rowCount} rows, expected ${table.rows}. Use another backup.`,
    );
  }
  if (isSame) return;
  const casts = await castsOf(client, target, common);
  await client.query(`INSERT INTO ${target} (${columnList(common)}) SELECT ${casts} FROM pg_temp.restored`);
  await client.query('DROP TABLE pg_temp.restored');
}

async function castsOf(client: pg.Client, target: string, columns: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0`,
    [target],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  return columns.map((column) => `${pg.escapeIdentifier(column)}::${types.get(column) ?? 'text'}`).join(', ');
}
