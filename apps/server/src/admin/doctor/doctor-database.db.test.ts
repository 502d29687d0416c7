import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../../../test/support/database.ts';
import { checkDatabase } from './doctor-database.repo.ts';

const migrated = await createTestDatabase();
const empty = await createEmptyDatabase();

async function check(connectionString: string) {
  const findings = await checkDatabase({ databaseUrl: connectionString }, { connectionString });
  return findings.map(({ state, message }) => `${state}: ${message}`);
}

it('is ok with its version, clock, rights and migrations, or while it is empty', async () => {
  expect(await check(migrated.url)).toEqual([
    expect.stringMatching(/^ok: The database is PostgreSQL \d+/),
    'ok: The clock agrees with that of the database.',
    expect.stringMatching(/^ok: The role \w+ has the rights it needs/),
    expect.stringMatching(/^ok: All \d+ migrations are applied/),
  ]);
  expect((await check(empty.url)).at(-1)).toMatch(/^ok: The database is empty/);
  expect((await empty.pool.query("select to_regclass('schema_migrations') as name")).rows).toEqual([
    { name: null },
  ]);
});

it('warns of migrations that wait, and has failed where it is newer than the program', async () => {
  const history = await createCopyOfHistory();
  await history.query('delete from schema_migrations where version > 20');
  expect((await check(empty.url)).at(-1)).toMatch(/^warning: \d+ of \d+ migrations wait/);
  await history.query("insert into schema_migrations values (9999, 'future', '')");
  expect((await check(empty.url)).at(-1)).toMatch(/^failed: The database has migration 9999/);
});

it('has failed for a role without rights, which is told how to get them', async () => {
  const role = 'doctor_without_rights';
  await empty.pool.query(`create role ${role} login password 'x'`);
  onTestFinished(async () => void (await empty.pool.query(`drop role ${role}`)));
  const url = new URL(empty.url);
  url.username = role;
  url.password = 'x';
  const findings = await checkDatabase({ databaseUrl: url.href }, { connectionString: url.href });
  expect(findings).toContainEqual({
    state: 'failed',
    message: expect.stringMatching(new RegExp(`The role ${role} may not create tables`)),
    advice: expect.stringContaining(`OWNER TO ${role}`),
  });
});

it('has failed where nothing answers or the password is wrong, without showing the password', async () => {
  const url = new URL(migrated.url);
  url.password = 'wrongwrong';
  for (const target of [url.href, 'postgres://ann:wrongwrong@127.0.0.1:1/tributary']) {
    const [finding, ...more] = await check(target);
    expect(more).toEqual([]);
    expect(finding).toMatch(/^failed: The database cannot be used/);
    expect(finding).not.toContain('wrongwrong');
  }
});

/** The table of migrations alone, in the database that is empty otherwise. */
async function createCopyOfHistory(): Promise<pg.Pool> {
  const { rows } = await migrated.pool.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations',
  );
  const pool = new pg.Pool({ connectionString: empty.url, max: 1 });
  await pool.query(
    'create table schema_migrations (version integer primary key, name text not null, checksum text not null)',
  );
  for (const { version, name, checksum } of rows)
    await pool.query('insert into schema_migrations values ($1, $2, $3)', [version, name, checksum]);
  onTestFinished(async () => {
    await pool.query('drop table schema_migrations');
    await pool.end();
  });
  return pool;
}
