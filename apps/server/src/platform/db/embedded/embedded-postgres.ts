/** Runs PostgreSQL as a child process: creates the cluster on first use and restarts the server when it dies. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, explain, ROLE } from './cluster.ts';
import { readPidFile, stopOrphanedServer } from './orphaned-server.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import { serverUser } from './server-user.ts';

export interface EmbeddedPostgres {
  /** The connection uses loopback only and a password, because other users of the machine can connect to the port. */
  readonly connection: pg.ClientConfig;
  state(): 'ok' | 'starting' | 'down';
  /** @param graceMs the time to write its data to disk, ten seconds by default */
  stop(graceMs?: number): Promise<void>;
}

export interface EmbeddedOptions {
  /** The instance's data directory, which must exist and be locked. The cluster is in its folder `postgres`. */
  readonly dataDir: string;
  readonly password: string;
  readonly log: Log;
  /** Settings that override those of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const MAX_BACKOFF_MS = 10_000;

/** Resolves when the server accepts connections. @throws ConfigError */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, password, log } = options;
  const cluster = join(dataDir, 'postgres');
  const user = await serverUser(cluster);
  const { initdb, postgres } = await findBinaries(user !== null);
  await ensureCluster(cluster, initdb, user, password);
  await stopOrphanedServer(cluster);

  const launch = (port: number) =>
    launchServer({ postgres, cluster, port, user, settings: options.settings ?? {}, log });
  const port = await freePort();
  const connection = connectionTo(port, password);
  let server = launch(port);
  await waitUntilReady(server, cluster, connection).catch((error: unknown) => {
    throw explain(error, dataDir);
  });

  let state: 'ok' | 'starting' | 'down' = 'ok';
  const stopping = new AbortController();
  const watching = (async () => {
    for (let backoff = 100; ; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      const started = Date.now();
      const output = await server.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - started > 60_000) backoff = 100;
      state = 'down';
      log.error({ output }, 'The database server stopped unexpectedly; restarting it');
      await delay(backoff, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      state = 'starting';
      try {
        await stopOrphanedServer(cluster);
        server = launch(port);
        await waitUntilReady(server, cluster, connection);
        state = 'ok';
      } catch (err) {
        log.debug({ err }, 'The database server could not be restarted; retrying');
      }
    }
  })();

  return {
    connection,
    state: () => state,
    stop: async (graceMs) => {
      stopping.abort();
      await server.stop(graceMs);
      await watching;
      state = 'down';
    },
  };
}

/** The connection to the server of a running instance, for its command line; null when none is running. */
export async function runningConnection(dataDir: string, password: string): Promise<pg.ClientConfig | null> {
  const found = await readPidFile(join(dataDir, 'postgres'));
  return found ? connectionTo(found.port, password) : null;
}

const connectionTo = (port: number, password: string): pg.ClientConfig => ({
  host: '127.0.0.1',
  port,
  user: ROLE,
  password,
  database: 'postgres',
});

/**
 * Resolves once a connection succeeds. Has no time limit, because recovery after a crash can take long.
 * @throws Error with the server's output if it stops first, or for a wrong password
 */
async function waitUntilReady(
  server: ServerProcess,
  cluster: string,
  connection: pg.ClientConfig,
): Promise<void> {
  let output: string | null = null;
  void server.ended.then((text) => {
    output = text;
  });
  for (;;) {
    if (output !== null) throw new Error(output);
    const file = await readPidFile(cluster);
    if (file?.pid === server.pid && file?.ready) break;
    await delay(10);
  }
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port.');
  return address.port;
}
