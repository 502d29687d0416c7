import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openEvents } from '../events/index.ts';
import { createJobs, defineJob } from '../jobs/index.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { openInstanceDatabase } from './instance-database.ts';
import { migrate, readMigrations } from './migrations.ts';

const log = createLog('silent');
const password = 'the password of the owner in this test';
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-roles-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = () => openInstanceDatabase({ databaseUrl: null, dataDir }, { database: password }, log);
const note = defineJob('test.note', z.object({ text: z.string() }));
const insertProfile = (username: string) =>
  `insert into profiles (id, username, email, display_name) values (gen_random_uuid(), '${username}', '${username}@example.org', 'X')`;

/** Creates a data directory of a version in which one role did everything, the job queue included. */
async function createOldDataDir(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, password, log });
  await migrate(server.connection, await readMigrations());
  const db = openDatabase(server.connection, log);
  await db.pool.query(insertProfile('ada'));
  const events = await openEvents(db.pool, log);
  const jobs = createJobs({ db, events, log });
  jobs.work(note, () => Promise.reject(new Error('This version stops before it runs the job.')));
  await jobs.start();
  await db.transact((tx) =>
    jobs.send(tx, note, { text: 'from before' }, { startAfter: new Date(Date.now() + 1_000) }),
  );
  await jobs.close();
  await events.close();
  await db.close();
  await server.stop();
}

it('opens a data directory of a version with one role, with its rows and its jobs', async () => {
  await createOldDataDir();
  const db = await open();
  expect((await db.pool.query('select username from profiles')).rows).toEqual([{ username: 'ada' }]);
  expect((await db.pool.query('select current_user as name')).rows).toEqual([
    { name: 'tributary_application' },
  ]);
  await db.pool.query(insertProfile('bea'));

  const events = await openEvents(db.pool, log);
  const jobs = createJobs({ db, events, log, owner: db.owner });
  const texts: string[] = [];
  jobs.work(note, async ({ text }) => void texts.push(text));
  await jobs.start();
  await db.transact((tx) => jobs.send(tx, note, { text: 'new' }));
  await expect.poll(() => texts.toSorted(), { timeout: 20_000 }).toEqual(['from before', 'new']);
  await jobs.close();
  await events.close();
  await db.close();
});

it('lets the running instance only read and write rows, also after the next start', async () => {
  const db = await open();
  const { rows } = await db.pool.query(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) await db.pool.query(`select from ${name} limit 1`);
  expect(rows.length).toBeGreaterThan(40);
  for (const statement of [
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    'alter table profiles add column mine int',
    'drop table profiles',
    'truncate profiles',
    'create index mine on profiles (email)',
    'alter table profiles disable trigger all',
    'create role mine',
    'alter role tributary_application superuser',
    'set role tributary',
    'create extension dblink',
    "copy profiles to program 'cat'",
    "select pg_read_file('PG_VERSION')",
    "insert into schema_migrations values (9999, 'mine', '')",
    'delete from schema_migrations',
    'create table jobs.mine (id int)',
  ]) {
    const refused = await db.pool.query(statement).then(
      () => 'done',
      (error: pg.DatabaseError) => error.code,
    );
    // insufficient_privilege
    expect({ statement, refused }).toEqual({ statement, refused: '42501' });
  }
  await db.close();
});

it('does not accept the password of one role for the other', async () => {
  const db = await open();
  const owner = db.owner ?? expect.fail('The embedded server has an owner.');
  const client = new pg.Client({ ...owner, user: 'tributary_application' });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  await db.close();
});
