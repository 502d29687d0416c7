/** Opens the configured database and migrates it. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '#config/config.ts';
import type { Secrets } from '#config/secrets.ts';
import { ConfigError } from '#platform/config-error.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { applicationConnection, grantApplicationRole } from './embedded/application-role.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate, readMigrations } from './migrations.ts';
import { openReplica, type Replica, withoutReplica } from './replica/replica.ts';

export interface InstanceDatabase extends Database {
  /** The state of the embedded server. It is always `ok` for an external one, which `ping` checks. */
  serverState(): 'ok' | 'starting' | 'down';
  /** The role of the embedded server that creates tables. Null with DATABASE_URL, whose role does everything. */
  readonly owner: pg.ClientConfig | null;
  /** Serves reads that may be a second old. */
  readonly replica: Replica;
  /** The numbers of the migrations that this version of the program knows. */
  readonly migrations: readonly number[];
}

/** How long to wait for an external server, which a supervisor may start at the same time. */
const CONNECT_TIMEOUT_MS = 30_000;

/** Starts the embedded server, or waits for that of DATABASE_URL, and migrates. @throws ConfigError */
export async function openInstanceDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseReplica'>>,
  secrets: Pick<Secrets, 'database'>,
  log: Log,
  signal?: AbortSignal,
): Promise<InstanceDatabase> {
  await using stack = new AsyncDisposableStack();
  const { databaseUrl, dataDir } = config;
  const server =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir, password: secrets.database, log }) : null;
  if (server) stack.defer(() => server.stop());
  const owner = server?.connection ?? { connectionString: databaseUrl ?? '' };
  const database = openDatabase(server ? applicationConnection(owner) : owner, log);
  stack.defer(() => database.close());
  if (!server) await waitFor(database, log, signal);
  const migrations = await readMigrations();
  const applied = await migrate(owner, migrations);
  if (server) await grantApplicationRole(owner);
  if (applied.length > 0) log.info({ applied }, 'Applied database migrations');
  const { databaseReplica } = config;
  const replica = databaseReplica
    ? openReplica({
        connection: { connectionString: databaseReplica.url },
        primary: database,
        primaryConnection: owner,
        maxLagMs: databaseReplica.maxLagMs,
        log,
      })
    : withoutReplica(database);
  stack.defer(() => replica.close());
  const disposables = stack.move();
  return {
    ...database,
    serverState: () => server?.state() ?? 'ok',
    owner: server && owner,
    replica,
    migrations: migrations.map(({ version }) => version),
    close: () => disposables.disposeAsync(),
  };
}

async function waitFor(database: Database, log: Log, signal: AbortSignal | undefined): Promise<void> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      return await database.ping();
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.code === 'database_unavailable';
      const reason = isUnavailable ? error.cause : error;
      const detail =
        reason instanceof Error ? reason.message || String(Reflect.get(reason, 'code')) : String(reason);
      if (!isUnavailable || performance.now() > deadline) {
        throw new ConfigError(`DATABASE_URL: the database cannot be used: ${detail}.`, { cause: error });
      }
      log.warn({ reason: detail }, 'Waiting for the database');
      await delay(1_000, undefined, signal ? { signal } : {});
    }
  }
}
