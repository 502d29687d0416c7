/** A whole instance with people in it, some of them signed in; tells how long its event loop was held up. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config/config.ts';
import { loadSecrets } from '../../apps/server/src/config/secrets.ts';
import { passwords } from '../../apps/server/src/features/identity/passwords.ts';
import { hashSessionToken } from '../../apps/server/src/features/identity/session-tokens.ts';
import { type Database, openDatabase, runningConnection } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { freePort } from '../lib/ports.ts';
import { serveParent } from '../lib/proc.ts';

export interface Population {
  readonly port: number;
  /** Of people who are signed in: Cookie headers. */
  readonly cookies: readonly string[];
  /** Of people who sign in. */
  readonly emails: readonly string[];
  readonly password: string;
}

/** Milliseconds since the last question. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

export type ServerOrder =
  | { readonly type: 'start'; readonly dataDir: string; readonly people: number }
  | { readonly type: 'delay' }
  | { readonly type: 'stop' };

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let stop = async () => {};

serveParent(async (order: ServerOrder): Promise<Population | LoopDelay | null> => {
  if (order.type === 'start') return start(order.dataDir, order.people);
  if (order.type === 'stop') return stop().then(() => null);
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const measured = { p99: late(delay.percentile(99)), max: late(delay.max) };
  delay.reset();
  return measured;
});

async function start(dataDir: string, people: number): Promise<Population> {
  const variables = {
    DEMO: 'false',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    RTMP_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    // The load comes from one machine and stands for many.
    TRUST_PROXY: 'loopback',
  };
  const config = parseConfig(variables, dataDir);
  const log = createLog('error', process.stderr);
  const app = await createApp(config, { log, webRoot: dataDir });
  stop = async () => app[Symbol.asyncDispose]();
  const secrets = await loadSecrets(config);
  const connection = await runningConnection(dataDir, secrets.database);
  if (!connection) throw new Error('The instance has no database.');
  const database = openDatabase(connection, log);
  const population = await populate(database, secrets.auth, people);
  await database.close();
  delay.enable();
  return { port: app.port, ...population };
}

async function populate({ pool }: Database, secret: string, people: number) {
  const password = 'correct horse battery';
  const passwordHash = await passwords.hash(password);
  const cookies: string[] = [];
  const emails: string[] = [];
  for (let n = 0; n < people; n++) {
    const [id, email] = [randomUUID(), `person-${n}@example.org`];
    emails.push(email);
    await pool.query(
      `insert into profiles (id, username, email, email_verified, display_name) values ($1, $2, $3, true, $2)`,
      [id, `person-${n}`, email],
    );
    await pool.query(
      `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $3, $4)`,
      [randomUUID(), id, id, passwordHash],
    );
    const token = randomBytes(24).toString('base64url');
    await pool.query(
      `insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '30 days')`,
      [randomUUID(), id, hashSessionToken(token)],
    );
    const signature = createHmac('sha256', secret).update(token).digest('base64');
    cookies.push(`tributary.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
  }
  await pool.query('analyze');
  return { cookies, emails, password };
}
