/** Numbered, forward-only migrations: each is applied once, in order, and never edited afterwards. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ConfigError } from '#platform/config-error.ts';
import { extensionRefused } from './database-errors.ts';
import { type AppliedMigration, adoptBaseline } from './replaced-history.ts';

export interface Migration extends AppliedMigration {
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Advisory lock held while migrating, so that two processes that start together migrate one after the other. */
const LOCK = 7_281_935;

/** Reads `NNNN_name.sql` files in order. @throws Error for another file name or a duplicate number */
export async function readMigrations(directory: string = MIGRATIONS_DIR): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (file) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
      if (!match) throw new Error(`${file}: the name of a migration must have the form NNNN_name.sql.`);
      const sql = await readFile(join(directory, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version: Number(match[1]), name: match[2] ?? '', sql, checksum };
    }),
  );
  const duplicate = migrations.find(
    (migration, index) => migrations[index - 1]?.version === migration.version,
  );
  if (duplicate) throw new Error(`Two migrations have the number ${duplicate.version}.`);
  return migrations;
}

/**
 * Applies missing migrations, each in its own transaction. Uses its own connection, because migrating a large
 * table may take longer than the pool's statement timeout.
 * @returns the names of the migrations applied
 * @throws ConfigError when the database is newer than the program, has an incomplete history of version 0.1 or a gap in its
 * history, or an applied migration was edited
 */
export async function migrate(
  connection: pg.ClientConfig,
  migrations: readonly Migration[],
): Promise<string[]> {
  const client = new pg.Client({ application_name: 'tributary migrations', ...connection });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    let applied = await readHistory(client);
    if (await adoptBaseline(client, applied, migrations)) applied = await readHistory(client);
    assertKnown(applied, migrations);
    const done = new Set(applied.map((row) => row.version));
    const missing = migrations.filter((migration) => !done.has(migration.version));
    assertNoGap(missing, applied);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select version, checksum from schema_migrations order by version',
  );
  return rows;
}

async function apply(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    const extension = extensionRefused(cause);
    if (extension !== null) {
      throw new ConfigError(
        `DATABASE_URL: the database lacks the extension ${extension}, and its user cannot create it. Have its administrator install PostgreSQL's contrib package and run CREATE EXTENSION ${extension} in this database.`,
        { cause },
      );
    }
    throw new Error(`Migration ${version} (${name}) failed and was rolled back.`, { cause });
  }
}

function assertKnown(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, checksum } of applied) {
    const migration = known.get(version);
    if (!migration) {
      throw new ConfigError(
        `The database has migration ${version}, which this version of Tributary does not know. Run the newer version, or restore a backup from before the upgrade.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new ConfigError(
        `Migration ${version} (${migration.name}) was edited after this database applied it. Restore the file and put the change into a new migration.`,
      );
    }
  }
}

/** Migrations are applied in order, so a gap means that rows of the history, or parts of the schema, were changed by hand. */
function assertNoGap(missing: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const [first] = missing;
  const later = applied.find(({ version }) => first !== undefined && version > first.version);
  if (first === undefined || later === undefined) return;
  throw new ConfigError(
    `The database lacks migration ${first.version} (${first.name}), although it has the later migration ${later.version}: an upgrade was applied in part. Restore a backup from before the upgrade, then start this version again.`,
  );
}
