/** A migrated database per test file, dropped afterwards. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { TEMPLATE } from './database-server.ts';

export interface TestDatabase extends Database {
  /** The URL of the database for code that takes `DATABASE_URL`. */
  readonly url: string;
}

/**
 * Clones the migrated template. Must be called at the top of a test file or in `beforeAll`.
 * @param settings the settings of its connections
 */
export const createTestDatabase = (settings?: pg.PoolConfig): Promise<TestDatabase> =>
  cloneDatabase(TEMPLATE, settings);

/** Creates an empty database for tests of migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => cloneDatabase('template1');

async function cloneDatabase(template: string, settings: pg.PoolConfig = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying the files takes a third of the time of copying the pages through the log, the default.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const { port, user, password, socketFolder: host } = server;
  const connection = { host, port, user, password, database: name, max: 5, ...settings };
  const database = openDatabase(connection, createLog('silent'));
  afterAll(async () => {
    await database.close();
    await administer(`drop database ${name} with (force)`);
  });
  const url = `postgres://${server.user}:${server.password}@${server.host}:${server.port}/${name}`;
  return { ...database, url };
}

/** Serializes cloning across processes, since PostgreSQL cannot copy a template twice at once. */
async function administer(statement: string): Promise<void> {
  const { host, port, user, password } = inject('databaseServer');
  const client = new pg.Client({ host, port, user, password, database: 'postgres' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
