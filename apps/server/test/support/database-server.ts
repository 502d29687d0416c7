/** Vitest's global setup for database tests: one PostgreSQL server per run, with a migrated template database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '#platform/db/migrations.ts';
import { createLog } from '#platform/log/log.ts';
import { ensureRedisServer } from './redis-server.ts';

/** The connection for test files. */
export interface TestServer {
  readonly host: string;
  /** The folder of its socket, which costs half as much as a TCP connection. */
  readonly socketFolder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: TestServer;
  }
}

export const TEMPLATE = 'template_migrated';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureRedisServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-test-'));
  const password = 'only-for-tests-on-loopback';
  const server = await startEmbeddedPostgres({
    dataDir,
    password,
    log: createLog('silent'),
    // Durability is not needed.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '100',
      unix_socket_directories: tmpdir(),
    },
  });
  const { host, port, user } = server.connection as TestServer;

  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrate({ ...server.connection, database: TEMPLATE }, await readMigrations());

  project.provide('databaseServer', { host, socketFolder: tmpdir(), port, user, password });
  return async () => {
    // No data is kept. Vitest reports a teardown of ten seconds as an error.
    await server.stop(0);
    await rm(dataDir, { recursive: true, force: true });
  };
}
