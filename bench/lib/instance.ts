/** A complete instance in the process of a bench, with access to its database. */
import { createHmac, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config/config.ts';
import { loadSecrets } from '../../apps/server/src/config/secrets.ts';
import { hashSessionToken } from '../../apps/server/src/features/identity/sessions/session-tokens.ts';
import { type Database, openDatabase, runningConnection } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { freePort } from '../../e2e/lib/ports.ts';

export interface BenchInstance extends AsyncDisposable {
  readonly port: number;
  readonly rtmpPort: number;
  /** The environment variables that configure it; its command line needs the same. */
  readonly variables: Readonly<Record<string, string>>;
  /** Without a statement timeout. */
  readonly pool: Database['pool'];
  /** Creates a session for each account. @returns their Cookie headers */
  signIn(userIds: readonly string[]): Promise<string[]>;
}

/** @param dataDir an empty directory @param more environment variables */
export async function openInstance(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchInstance> {
  await using stack = new AsyncDisposableStack();
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const variables = {
    DEMO: 'false',
    HOST: '127.0.0.1',
    PORT: String(port),
    RTMP_PORT: String(rtmpPort),
    DATA_DIR: dataDir,
    // One machine generates the load of many, with their addresses in a header.
    TRUST_PROXY: 'loopback',
    ...more,
  };
  const config = parseConfig(variables, dataDir);
  const log = createLog('error', process.stderr);
  stack.use(await createApp(config, { log, webRoot: dataDir }));
  const secrets = await loadSecrets(config);
  const connection = await runningConnection(dataDir, secrets.database);
  if (!connection) throw new Error(`The database of the instance in ${dataDir} is not running`);
  const { pool, close } = openDatabase(
    { ...connection, statement_timeout: 0, stream: () => new Socket() },
    log,
  );
  stack.defer(close);

  async function signIn(userIds: readonly string[]): Promise<string[]> {
    const cookies: string[] = [];
    for (const id of userIds) {
      const token = randomBytes(24).toString('base64url');
      await pool.query(
        `insert into sessions (id, user_id, token_hash, expires_at)
         values (gen_random_uuid(), $1, $2, now() + interval '30 days')`,
        [id, hashSessionToken(token)],
      );
      const signature = createHmac('sha256', secrets.auth).update(token).digest('base64');
      cookies.push(`tributary.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
    }
    return cookies;
  }

  const disposables = stack.move();
  return {
    port,
    rtmpPort,
    variables,
    pool,
    signIn,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
