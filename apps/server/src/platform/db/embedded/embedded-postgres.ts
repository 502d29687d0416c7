/** PostgreSQL as a child of this process: made on first use, watched over, restarted when it dies. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, explain, ROLE } from './cluster.ts';
import { readPidFile, stopLeftover } from './leftover.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import { serverUser } from './server-user.ts';

export interface EmbeddedPostgres {
  /** Loopback only, with a password: other users of the machine have no way in. */
  readonly connection: pg.ClientConfig;
  state(): 'ok' | 'starting' | 'down';
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The instance's data directory; the files go to `postgres` in it. It must exist and be locked. */
  readonly dataDir: string;
  readonly password: string;
  readonly log: Log;
  /** Over those of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const LONGEST_BACKOFF_MS = 10_000;

/** Ready for connections when it resolves. @throws ConfigError that says what to do */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, password, log } = options;
  const cluster = join(dataDir, 'postgres');
  const user = await serverUser(cluster);
  const { initdb, postgres } = await findBinaries(user !== null);
  await ensureCluster(cluster, initdb, user, password);
  await stopLeftover(cluster);

  const launch = (port: number) =>
    launchServer({ postgres, cluster, port, user, settings: options.settings ?? {}, log });
  const port = await freePort();
  const connection = connectionTo(port, password);
  let server = launch(port);
  await readiness(server, cluster, connection).catch((error: unknown) => {
    throw explain(error, dataDir);
  });

  let state: 'ok' | 'starting' | 'down' = 'ok';
  const stopping = new AbortController();
  const watching = (async () => {
    for (let backoff = 100; ; backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS)) {
      const started = Date.now();
      const lastWords = await server.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - started > 60_000) backoff = 100;
      state = 'down';
      log.error({ lastWords }, 'The database server ended by itself; it is started again');
      await delay(backoff, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      state = 'starting';
      try {
        await stopLeftover(cluster);
        server = launch(port);
        await readiness(server, cluster, connection);
        state = 'ok';
      } catch (err) {
        log.debug({ err }, 'The database server could not be started; it is tried again');
      }
    }
  })();

  return {
    connection,
    state: () => state,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watching;
      state = 'down';
    },
  };
}

/** How to reach the server of an instance that runs now, for the command line beside it; null if none does. */
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
 * Resolves once a connection succeeds; recovery after a power cut may take its time.
 * @throws Error with the server's last words if it ends first, or where the password is wrong
 */
async function readiness(server: ServerProcess, cluster: string, connection: pg.ClientConfig): Promise<void> {
  let lastWords: string | null = null;
  void server.ended.then((words) => {
    lastWords = words;
  });
  for (;;) {
    if (lastWords !== null) throw new Error(lastWords);
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
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
