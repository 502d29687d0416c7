import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { type Migration, migrate, readMigrations } from './migrations.ts';
import { BASELINE } from './replaced-history.ts';

const { pool, url } = await createTestDatabase();
const database = { connectionString: url };
const shipped = await readMigrations();

function migration(version: number, sql: string): Migration {
  return { version, name: `m${version}`, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

const first = migration(9001, 'create table first_thing (id int)');
const second = migration(9002, 'create table second_thing (id int)');

it('does nothing when all migrations are applied', async () => {
  expect(await migrate(database, shipped)).toEqual([]);
});

it('applies each missing migration once, also when two processes start together', async () => {
  const all = [...shipped, first, second];
  const both = await Promise.all([migrate(database, all), migrate(database, all)]);
  expect(both.flat().sort()).toEqual(['m9001', 'm9002']);
  expect(await migrate(database, all)).toEqual([]);
});

it('runs a migration without a statement timeout', async () => {
  const slow = migration(9003, `do $$ begin assert current_setting('statement_timeout') = '0'; end $$`);
  expect(await migrate(database, [...shipped, first, second, slow])).toEqual(['m9003']);
  await pool.query('delete from schema_migrations where version = 9003');
});

it('rolls back a migration that fails half-way', async () => {
  const broken = migration(9003, 'create table third_thing (id int); select no_such_function()');
  await expect(migrate(database, [...shipped, first, second, broken])).rejects.toThrow(
    'Migration 9003 (m9003) failed',
  );
  const { rows } = await pool.query(`select to_regclass('third_thing') as found`);
  expect(rows[0]).toEqual({ found: null });
});

it.each(['no_such_thing', 'dblink'])(
  'names the extension %s when it is missing or the user may not create it',
  async (extension) => {
    const needsExtension = migration(
      9003,
      `create role somebody; set local role somebody; create extension ${extension}`,
    );
    await expect(migrate(database, [...shipped, first, second, needsExtension])).rejects.toThrow(
      `run CREATE EXTENSION ${extension} in this database`,
    );
  },
);

it('refuses an applied migration that was edited', async () => {
  const edited = migration(9002, 'create table second_thing (id bigint)');
  await expect(migrate(database, [...shipped, first, edited])).rejects.toThrow(
    'Migration 9002 (m9002) was edited',
  );
});

it('refuses a database that a newer version migrated', async () => {
  await expect(migrate(database, [...shipped, first])).rejects.toThrow('has migration 9002');
});

it('refuses a database to which an upgrade was applied in part, and changes nothing', async () => {
  const skipped = migration(9000, 'create table skipped_thing (id int)');
  await expect(migrate(database, [...shipped, skipped, first, second])).rejects.toThrow(
    'lacks migration 9000 (m9000), although it has the later migration 9001',
  );
  const { rows } = await pool.query(`select to_regclass('skipped_thing') as found`);
  expect(rows[0]).toEqual({ found: null });
});

it.each(shipped)('leaves it to the program to commit migration $version ($name)', ({ sql }) => {
  const statements = sql.replaceAll(/--.*$/gm, '');
  // A statement that ends the transaction, or cannot run in one, would leave a migration applied in part.
  expect(statements).not.toMatch(/^\s*(?:commit|rollback|vacuum|alter\s+system)\b|\bconcurrently\b/im);
});

describe('a database of Tributary 0.1', async () => {
  const fixture = new URL('../../../test/support/history-of-0.1.txt', import.meta.url);
  const old = (await readFile(fixture, 'utf8')).trim().split('\n');
  const { pool, url } = await createTestDatabase();
  const oldDatabase = { connectionString: url };
  const history = async () =>
    (await pool.query('select version, name, checksum from schema_migrations order by version')).rows;
  const replaceHistory = async (lines: readonly string[]) => {
    await pool.query('delete from schema_migrations');
    for (const line of lines)
      await pool.query('insert into schema_migrations (version, checksum, name) values ($1, $2, $3)', [
        ...line.split(' '),
        'of 0.1',
      ]);
  };

  it('continues with the history of the baseline when it has all migrations of 0.1', async () => {
    await replaceHistory(old);
    // This database has tables of later migrations already, unlike one of version 0.1.
    const all = [...shipped.filter(({ version }) => version <= BASELINE), first];
    const both = await Promise.all([migrate(oldDatabase, all), migrate(oldDatabase, all)]);
    expect(both.flat()).toEqual(['m9001']);
    expect(await history()).toEqual(all.map(({ version, name, checksum }) => ({ version, name, checksum })));
  });

  it.each([
    ['lacks the last migration', old.slice(0, -1), 'up to migration 230 (113 of 114)'],
    ['lacks one in between', old.toSpliced(50, 1), 'up to migration 231 (113 of 114)'],
    ['has only the first one', old.slice(0, 1), 'up to migration 1 (1 of 114)'],
  ])('is refused and left as it is when it %s', async (_, lines, message) => {
    await replaceHistory(lines);
    const before = await history();
    await expect(migrate(oldDatabase, shipped)).rejects.toThrow(message);
    await expect(migrate(oldDatabase, shipped)).rejects.toThrow('Start the last version of 0.1 once');
    expect(await history()).toEqual(before);
  });
});

it.each([
  [['1_x.sql'], 'must have the form NNNN_name.sql'],
  [['0001_a.sql', '0001_b.sql'], 'the number 1'],
])('refuses migration files named %j', async (files, message) => {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-migrations-'));
  for (const file of files) await writeFile(join(directory, file), 'select 1');
  await expect(readMigrations(directory)).rejects.toThrow(message);
  await rm(directory, { recursive: true });
});
