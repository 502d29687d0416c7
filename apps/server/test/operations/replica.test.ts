/** Reads that may be a second old, with a streaming replica of PostgreSQL that lags, freezes, stops and comes back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { checkReplica } from '../../src/admin/doctor/doctor-replica.repo.ts';
import { createApp } from '../../src/app.ts';
import { openDatabase, type Reader } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/platform/db/migrations.ts';
import { readingPrimary } from '../../src/platform/db/replica/own-writes.ts';
import { openReplica } from '../../src/platform/db/replica/replica.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createStreamer } from '../support/admin-command.ts';
import { Browser } from '../support/browser.ts';
import { freePort } from '../support/instance-process.ts';
import { startRelay } from '../support/relay.ts';
import { REPLICATED, startReplica } from '../support/replica-server.ts';

const log = createLog('silent');
const folder = await mkdtemp(join(tmpdir(), 'tributary-replica-'));
const settings = { ...REPLICATED, fsync: 'off', max_connections: '60' };
const primaryServer = await startEmbeddedPostgres({
  dataDir: folder,
  password: 'only-for-tests-on-loopback',
  log,
  settings,
});
const primaryConnection = primaryServer.connection;
await migrate(primaryConnection, await readMigrations());
const replicaServer = await startReplica({
  primary: primaryConnection,
  primaryCluster: join(folder, 'postgres'),
  cluster: join(folder, 'replica'),
  settings,
  log,
});
const relay = await startRelay('127.0.0.1', () => replicaServer.port);
afterAll(async () => {
  relay.close();
  await Promise.all([primaryServer.stop(0), replicaServer.stop(0)]);
  await rm(folder, { recursive: true, force: true });
});

const onReplica = (statement: string) => run({ ...primaryConnection, port: replicaServer.port }, statement);
const onPrimary = (statement: string) => run(primaryConnection, statement);

async function run(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const urlOf = (port: number | undefined) => {
  const { user, password, database } = primaryConnection;
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
};
const REPLICA_URL = urlOf(relay.port);

/** Tests leave the replica as they found it: it answers, and replays. */
beforeEach(() =>
  vi.waitFor(() => onReplica('SELECT pg_wal_replay_resume()'), { timeout: 20_000, interval: 100 }),
);

describe('a replica', () => {
  function opened({ maxLagMs = 60_000, url = REPLICA_URL } = {}) {
    const primary = openDatabase(primaryConnection, log);
    const replica = openReplica({
      connection: { connectionString: url },
      primary,
      primaryConnection,
      maxLagMs,
      everyMs: 20,
      log,
    });
    onTestFinished(async () => {
      await replica.close();
      await primary.close();
    });
    const becomes = (state: string) =>
      vi.waitFor(() => expect(replica.state()?.state).toBe(state), { timeout: 20_000, interval: 10 });
    return { replica, becomes };
  }

  const PRIMARY = primaryConnection.port;

  /** The port of the server that answers, which is that of the primary or that of the replica. */
  const answering = async (reader: Reader) => {
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(reader);
    return rows[0]?.port;
  };

  it('answers reads, except those of callers who have just written', async () => {
    const { replica, becomes } = opened();
    expect(await replica.read(answering)).toBe(PRIMARY);
    await becomes('used');
    expect(await replica.read(answering)).toBe(replicaServer.port);
    expect(await readingPrimary(() => replica.read(answering))).toBe(PRIMARY);
    expect(replica.state()).toMatchObject({ reads: { replica: 1, primary: 2 }, lagMs: expect.any(Number) });
  });

  it('leaves what it does not find, and what fails on it, to the primary', async () => {
    const { replica, becomes } = opened();
    await becomes('used');
    const ports: (number | undefined)[] = [];
    const missingThere = async (reader: Reader) => {
      const port = await answering(reader);
      ports.push(port);
      return port === PRIMARY ? 'found' : null;
    };
    expect(await replica.read(missingThere)).toBe('found');
    const failing = async (reader: Reader) => {
      ports.push(await answering(reader));
      throw new Error('not found');
    };
    await expect(replica.read(failing)).rejects.toThrow('not found');
    expect(ports).toEqual([replicaServer.port, PRIMARY, replicaServer.port, PRIMARY]);
    expect(replica.state()?.state).toBe('used');
  });

  it('is not used while it is further behind than allowed, and is used again once it has caught up', async () => {
    const { replica, becomes } = opened({ maxLagMs: 300 });
    await becomes('used');
    await onReplica('SELECT pg_wal_replay_pause()');
    await onPrimary("SELECT pg_logical_emit_message(true, 'test', 'a write')");
    await becomes('behind');
    expect(replica.state()?.lagMs).toBeGreaterThan(300);
    expect(await replica.read(answering)).toBe(PRIMARY);
    await onReplica('SELECT pg_wal_replay_resume()');
    await becomes('used');
    expect(await replica.read(answering)).toBe(replicaServer.port);
  });

  it('that freezes lets the primary answer the reads that it holds', async () => {
    const { replica, becomes } = opened();
    await becomes('used');
    await replica.read(answering);
    relay.pause();
    onTestFinished(() => relay.resume());
    expect(await replica.read(answering)).toBe(PRIMARY);
    await becomes('down');
    relay.resume();
    await becomes('used');
    expect(await replica.read(answering)).toBe(replicaServer.port);
  });

  it('that stops lets the primary answer without an error, and is used again after its start', async () => {
    const { replica, becomes } = opened();
    await becomes('used');
    await replicaServer.stop(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => replica.read(answering)));
    expect(new Set(answers)).toEqual(new Set([PRIMARY]));
    await becomes('down');
    replicaServer.start();
    await becomes('used');
    expect(await replica.read(answering)).toBe(replicaServer.port);
  });

  it('is not the primary itself', async () => {
    const { replica, becomes } = opened({ url: `${urlOf(PRIMARY)}?application_name=other` });
    await becomes('unsuitable');
    expect(await replica.read(answering)).toBe(PRIMARY);
  });

  it('needs no rights of its role besides reading', async () => {
    await onPrimary("CREATE ROLE reader LOGIN PASSWORD 'only-for-tests'");
    const url = REPLICA_URL.replace(/\/\/[^@]+@/, '//reader:only-for-tests@');
    const { becomes } = opened({ url });
    await becomes('used');
  });
});

describe('doctor', () => {
  async function examine(url: string, maxLagMs: number): Promise<string[]> {
    const databaseUrl = urlOf(primaryConnection.port);
    const findings = await checkReplica({ databaseUrl, databaseReplica: { url, maxLagMs } });
    return findings.map(({ state, message }) => `${state}: ${message}`);
  }

  it('says whether the replica can be used, and why not', async () => {
    expect(await checkReplica({ databaseUrl: urlOf(1), databaseReplica: null })).toEqual([]);
    expect(await examine(REPLICA_URL, 60_000)).toEqual([
      'ok: The replica answers, and is at most 60 s behind.',
    ]);
    expect(await examine(`${urlOf(primaryConnection.port)}?x=1`, 1_000)).toEqual([
      'failed: The server of DATABASE_REPLICA_URL is not a replica.',
    ]);
    expect(await examine(urlOf(1), 1_000)).toEqual([
      expect.stringMatching(/^failed: The replica cannot be used: .*ECONNREFUSED/),
    ]);
    await onReplica('SELECT pg_wal_replay_pause()');
    await onPrimary("SELECT pg_logical_emit_message(true, 'test', 'a write')");
    expect(await examine(REPLICA_URL, 100)).toEqual([
      'warning: The replica is more than 0.1 s behind, so DATABASE_URL answers all reads.',
    ]);
  });
});

describe('an instance', () => {
  it('shows visitors what the replica has, and people what they have just written', async () => {
    const dataDir = await mkdtemp(join(folder, 'instance-'));
    const environment = {
      DEMO: 'false',
      HOST: '127.0.0.1',
      PORT: await freePort(),
      RTMP_PORT: await freePort(),
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(primaryConnection.port),
      DATABASE_REPLICA_URL: REPLICA_URL,
      DATABASE_REPLICA_MAX_LAG_SECONDS: '60',
      METRICS_TOKEN: 'a token of the tests',
    };
    const app = await createApp(parseConfig(environment, dataDir), { log });
    onTestFinished(() => app[Symbol.asyncDispose]());
    const url = `http://127.0.0.1:${app.port}`;
    const metric = async (name: string) => {
      const response = await fetch(`${url}/metrics`, {
        headers: { authorization: 'Bearer a token of the tests' },
      });
      return new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1];
    };
    await vi.waitFor(async () => expect(await metric('tributary_database_replica_used')).toBe('1'), {
      timeout: 20_000,
      interval: 200,
    });

    const { email, password } = await createStreamer(environment, 'ada');
    const ada = new Browser(url);
    const signedIn = await ada.post('/api/auth/sign-in/email', { email, password });
    expect(signedIn.status).toBe(200);
    expect(signedIn.setCookies.join()).toContain('tributary_wrote=1');
    const visitor = new Browser(url);
    const nameFor = async (browser: Browser) => {
      const { status, text } = await browser.get('/api/profiles/ada');
      expect(status).toBe(200);
      return JSON.parse(text).displayName;
    };
    expect(await nameFor(visitor)).toBe('ada');

    await vi.waitFor(async () => {
      const reads = await metric('tributary_database_replica_reads_total\\{server="replica"\\}');
      await nameFor(visitor);
      expect(Number(reads)).toBeGreaterThan(0);
    });
    await onReplica('SELECT pg_wal_replay_pause()');
    const edited = await ada.request('PATCH', '/api/me/profile', { displayName: 'Ada Lovelace' });
    expect(edited.status).toBe(200);
    expect(edited.setCookies.join()).toMatch(
      /tributary_wrote=1; Max-Age=63; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(await nameFor(visitor)).toBe('ada');
    expect(await nameFor(ada)).toBe('Ada Lovelace');
    // A page of the web app has the metadata of its subject.
    const page = async (browser: Browser) => {
      browser.headers.accept = 'text/html';
      return (await browser.get('/streamer/ada')).text;
    };
    expect(await page(ada)).toContain('Ada Lovelace');
    await onReplica('SELECT pg_wal_replay_resume()');
    await vi.waitFor(async () => expect(await nameFor(visitor)).toBe('Ada Lovelace'));

    relay.pause();
    onTestFinished(() => relay.resume());
    expect(await nameFor(visitor)).toBe('Ada Lovelace');
    await vi.waitFor(async () => expect(await metric('tributary_database_replica_used')).toBe('0'));
    expect(await metric('tributary_database_replica_lag_seconds')).toBe('+Inf');
  });
});
