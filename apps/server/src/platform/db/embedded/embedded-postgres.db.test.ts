import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../log/log.ts';
import { isAlive } from '../../process/process-identity.ts';
import { type EmbeddedPostgres, runningConnection, startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPidFile, stopOrphanedServer } from './orphaned-server.ts';

const log = createLog('silent');
const password = 'a password of the test alone';
let dataDir: string;
let cluster: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-embedded-'));
  cluster = join(dataDir, 'postgres');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres({ dataDir, password, log });

async function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function pidOf(): Promise<number> {
  const file = await readPidFile(cluster);
  if (!file) throw new Error('No server runs.');
  return file.pid;
}

/** Waits until `condition` holds, or the test times out. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the embedded server', () => {
  let server: EmbeddedPostgres;

  it('creates its files on the first start, readable only by its own user', async () => {
    server = await start();
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
    await query(server.connection, 'create table kept as select 42 as n');
  });

  it('listens on loopback only and requires the password', async () => {
    expect(await query(server.connection, "select current_setting('listen_addresses')")).toEqual([
      '127.0.0.1',
    ]);
    await expect(query({ ...server.connection, password: 'guess' }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('is found by the command line of a running instance', async () => {
    const connection = await runningConnection(dataDir, password);
    expect(connection && (await query(connection, 'select n from kept'))).toEqual([42]);
  });

  it('restarts on the same port with its data when it is killed', async () => {
    const before = await pidOf();
    process.kill(before, 'SIGKILL');
    await until(() => server.state() !== 'ok');
    await until(() => server.state() === 'ok');
    expect(await pidOf()).not.toBe(before);
    expect(await query(server.connection, 'select n from kept')).toEqual([42]);
  });

  it('shuts down cleanly and keeps its data for the next start', async () => {
    const pid = await pidOf();
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await readPidFile(cluster)).toBeNull();
    server = await start();
    expect(await query(server.connection, 'select n from kept')).toEqual([42]);
    await server.stop();
  });
});

describe('the server of a killed instance', () => {
  it('shuts itself down', async () => {
    const instance = startInstanceProcess();
    const pid = await instance.serverPid;
    instance.process.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });

  it('is stopped by the next start if it still runs', async () => {
    const instance = startInstanceProcess();
    const pid = await instance.serverPid;
    await stopOrphanedServer(cluster);
    expect(isAlive(pid)).toBe(false);
    instance.process.kill('SIGKILL');
    await once(instance.process, 'close');
  });

  it('does not stop another program that has its process id by now', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    await once(other, 'spawn');
    await writeFile(
      join(cluster, 'postmaster.pid'),
      `${other.pid}\n${cluster}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    );
    const server = await start();
    expect(await query(server.connection, 'select n from kept')).toEqual([42]);
    expect(isAlive(other.pid ?? 0)).toBe(true);
    await server.stop();
    other.kill();
  });

  /** An instance in its own process, which can be killed without killing the tests. */
  function startInstanceProcess() {
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
      const { createLog } = await import(${JSON.stringify(new URL('../../log/log.ts', import.meta.url).href)});
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, password: ${JSON.stringify(password)}, log: createLog('silent') });
      console.log('ready');
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { process: child, serverPid: once(child.stdout, 'data').then(pidOf) };
  }
});

it('refuses a cluster of another major version with one line', async () => {
  const other = await mkdtemp(join(tmpdir(), 'tributary-embedded-'));
  await mkdir(join(other, 'postgres'));
  await writeFile(join(other, 'postgres', 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir: other, password, log })).rejects.toThrow(
    /written by PostgreSQL 17/,
  );
  await rm(other, { recursive: true });
});
