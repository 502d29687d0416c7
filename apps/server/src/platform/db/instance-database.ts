/** The database that the configuration asks for, migrated and ready. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import { ConfigError } from '#config/config-error.ts';
import type { Secrets } from '#config/secrets.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate, readMigrations } from './migrations.ts';

export interface InstanceDatabase extends Database {
  /** Of the embedded server; one of the operator's own is asked by `ping`. */
  serverState(): 'ok' | 'starting' | 'down';
}

/** How long a server of the operator's own may take to come up beside us: both are started together by a supervisor. */
const PATIENCE_MS = 30_000;

/** Starts the embedded server, or waits for the one of DATABASE_URL, then migrates. @throws ConfigError */
export async function openInstanceDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  secrets: Pick<Secrets, 'database'>,
  log: Log,
  signal?: AbortSignal,
): Promise<InstanceDatabase> {
  await using stack = new AsyncDisposableStack();
  const { databaseUrl, dataDir } = config;
  const server =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir, password: secrets.database, log }) : null;
  if (server) stack.defer(() => server.stop());
  const connection = server?.connection ?? { connectionString: databaseUrl ?? '' };
  const database = openDatabase(connection, log);
  stack.defer(() => database.close());
  await waitFor(database, log, signal);
  const applied = await migrate(connection, await readMigrations());
  if (applied.length > 0) log.info({ applied }, 'Migrated the database');
  const disposables = stack.move();
  return {
    ...database,
    serverState: () => server?.state() ?? 'ok',
    close: () => disposables.disposeAsync(),
  };
}

async function waitFor(database: Database, log: Log, signal: AbortSignal | undefined): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await database.ping();
    } catch (error) {
      const away = error instanceof AppError && error.code === 'database_unavailable';
      const reason = away ? error.cause : error;
      const said =
        reason instanceof Error ? reason.message || String(Reflect.get(reason, 'code')) : String(reason);
      if (!away || performance.now() > deadline) {
        throw new ConfigError(`DATABASE_URL: the database cannot be used: ${said}.`, { cause: error });
      }
      log.warn(`The database does not answer yet (${said})`);
      await delay(1_000, undefined, signal ? { signal } : {});
    }
  }
}
