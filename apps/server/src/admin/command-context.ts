/** Opens the instance's database and services for one command, whether the instance is running or not. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import { loadSecrets, type Secrets } from '#config/secrets.ts';
import { createChannelsService } from '#features/channels/index.ts';
import { createUsers } from '#features/identity/index.ts';
import { createNewAdminNotifier, createUserActions } from '#features/moderation/index.ts';
import { ConfigError } from '#platform/config-error.ts';
import { openInstanceDatabase, runningConnection } from '#platform/db/index.ts';
import type { Log } from '#platform/log/log.ts';
import { findLockHolder, lockInstance } from '#platform/process/instance-lock.ts';
import { prepareDataDir } from '../data-dir.ts';
import type { CommandContext } from './command.ts';
import { createSecurityNotices } from './security-notices.ts';

/** How long to wait for the database of an instance that is starting. */
const DATABASE_TIMEOUT_MS = 30_000;

/**
 * Uses the server of DATABASE_URL, or else the embedded one: that of the running instance, or one that is
 * started for this command and stopped when the result is disposed of.
 * @throws ConfigError
 */
export async function openCommandContext(
  config: Config,
  log: Log,
  progress: (sentence: string) => void,
): Promise<CommandContext & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  await prepareDataDir(config.dataDir);
  const running = config.databaseUrl === null && (await findLockHolder(config.dataDir)) !== null;
  if (config.databaseUrl === null && !running) stack.defer(await lockInstance(config.dataDir));
  const secrets = await loadSecrets(config);
  const databaseUrl = running ? await urlOfRunningServer(config, secrets) : config.databaseUrl;
  const db = await openInstanceDatabase({ ...config, databaseUrl }, secrets, log);
  stack.defer(() => db.close());
  const users = createUsers(db);
  const { rtmpUrl } = config;
  const channels = createChannelsService({ db, users, rtmpUrl, streamKeySecret: secrets.streamKey });
  const disposables = stack.move();
  const notices = createSecurityNotices({ config, secret: secrets.auth, db, users, log });
  // The command line sends no other notifications.
  const people = createUserActions({
    db,
    users,
    channels,
    notify: async () => {},
    sendBanMail: async () => {},
    notifyOfNewAdmin: createNewAdminNotifier(notices),
  });
  const { sendMails } = notices;
  return {
    config,
    db,
    users,
    channels,
    people,
    sendMails,
    secrets,
    progress,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

async function urlOfRunningServer({ dataDir }: Config, secrets: Secrets): Promise<string> {
  const deadline = performance.now() + DATABASE_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const found = await runningConnection(dataDir, secrets.database);
    if (found) {
      const { user = '', password, host, port, database } = found;
      return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(String(password))}@${host}:${port}/${database}`;
    }
    await delay(100);
  }
  throw new ConfigError(`The instance on ${dataDir} is running, but its database is not. Check its log.`);
}
