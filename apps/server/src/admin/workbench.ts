/** The instance's database and services for one command, whether the instance runs or not. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import { ConfigError } from '#config/config-error.ts';
import { loadSecrets, type Secrets } from '#config/secrets.ts';
import { createChannelsService } from '#features/channels/index.ts';
import { createUsers } from '#features/identity/index.ts';
import { createUserActions } from '#features/moderation/index.ts';
import { openInstanceDatabase, runningConnection } from '#platform/db/index.ts';
import type { Log } from '#platform/log/log.ts';
import { instanceHolder, lockInstance } from '#platform/process/instance-lock.ts';
import { prepareDataDir } from '../data-dir.ts';
import type { Workbench } from './command.ts';

/** How long an instance that is just starting may take to bring up its database. */
const PATIENCE_MS = 30_000;

/**
 * With DATABASE_URL, that server. Else the embedded one: of the running instance, or started for this
 * command and stopped again by disposing of the result.
 * @throws ConfigError
 */
export async function openWorkbench(config: Config, log: Log): Promise<Workbench & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  await prepareDataDir(config.dataDir);
  const running = config.databaseUrl === null && (await instanceHolder(config.dataDir)) !== null;
  if (config.databaseUrl === null && !running) stack.defer(await lockInstance(config.dataDir));
  const secrets = await loadSecrets(config);
  const databaseUrl = running ? await urlOfRunning(config, secrets) : config.databaseUrl;
  const db = await openInstanceDatabase({ ...config, databaseUrl }, secrets, log);
  stack.defer(() => db.close());
  const users = createUsers(db);
  const { rtmpUrl } = config;
  const channels = createChannelsService({ db, users, rtmpUrl, streamKeySecret: secrets.streamKey });
  const disposables = stack.move();
  // The command line sends no notifications.
  const people = createUserActions({ db, users, channels, notify: async () => {} });
  return { config, db, users, channels, people, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

async function urlOfRunning({ dataDir }: Config, secrets: Secrets): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const found = await runningConnection(dataDir, secrets.database);
    if (found) {
      const { user = '', password, host, port, database } = found;
      return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(String(password))}@${host}:${port}/${database}`;
    }
    await delay(100);
  }
  throw new ConfigError(`The instance on ${dataDir} runs, but its database does not: look into its log.`);
}
