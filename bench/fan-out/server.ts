/** A whole instance with one streamer whom very many follow, and some people who are signed in. */
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config/config.ts';
import { loadSecrets } from '../../apps/server/src/config/secrets.ts';
import { hashSessionToken } from '../../apps/server/src/features/identity/session-tokens.ts';
import { type Database, openDatabase, runningConnection } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { freePort } from '../lib/ports.ts';
import { serveParent } from '../lib/proc.ts';

export interface Crowd {
  readonly port: number;
  readonly rtmpPort: number;
  readonly streamKey: string;
  /** Of some followers, who are signed in: Cookie headers. */
  readonly cookies: readonly string[];
}

export interface Told {
  readonly notifications: number;
  /** From the broadcast's beginning to the last follower. */
  readonly seconds: number;
}

export type ServerOrder =
  | {
      readonly type: 'start';
      readonly dataDir: string;
      readonly followers: number;
      readonly signedIn: number;
    }
  /** Resolves once the last follower has been told of the broadcast that begins meanwhile. */
  | { readonly type: 'told' }
  | { readonly type: 'stop' };

const ADMIN = fileURLToPath(new URL('../../apps/server/src/admin.ts', import.meta.url));

let stop = async () => {};
let database: Database;

serveParent(async (order: ServerOrder): Promise<Crowd | Told | null> => {
  if (order.type === 'start') return start(order);
  if (order.type === 'told') return told();
  return stop().then(() => null);
});

async function start({ dataDir, followers, signedIn }: ServerOrder & { type: 'start' }): Promise<Crowd> {
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const variables = {
    DEMO: 'false',
    HOST: '127.0.0.1',
    PORT: String(port),
    RTMP_PORT: String(rtmpPort),
    DATA_DIR: dataDir,
    // The load comes from one machine and stands for many.
    TRUST_PROXY: 'loopback',
  };
  const config = parseConfig(variables, dataDir);
  const log = createLog('error', process.stderr);
  const app = await createApp(config, { log, webRoot: dataDir });
  const secrets = await loadSecrets(config);
  const connection = await runningConnection(dataDir, secrets.database);
  if (!connection) throw new Error('The instance has no database.');
  database = openDatabase({ ...connection, statement_timeout: 0 }, log);
  stop = async () => {
    await database.close();
    await app[Symbol.asyncDispose]();
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'create-streamer', '--username', 'coral'],
    { env: { ...process.env, ...variables } },
  );
  await gather(followers);
  const cookies = await signIn(signedIn, secrets.auth);
  await database.pool.query('vacuum analyze');
  return { port, rtmpPort, streamKey: String(JSON.parse(stdout).streamKey), cookies };
}

async function gather(followers: number): Promise<void> {
  await database.pool.query(
    `insert into profiles (id, username, email, email_verified, display_name)
     select gen_random_uuid(), 'fan-' || n, 'fan-' || n || '@example.org', true, 'Fan ' || n
     from generate_series(1, $1::int) n`,
    [followers],
  );
  await database.pool.query(
    `insert into follows (follower_id, streamer_id)
     select p.id, s.user_id from profiles p, streamer_data s where p.username like 'fan-%'`,
  );
}

async function signIn(people: number, secret: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from profiles where username like 'fan-%' order by id limit $1",
    [people],
  );
  const cookies: string[] = [];
  for (const { id } of rows) {
    const token = randomBytes(24).toString('base64url');
    await database.pool.query(
      `insert into sessions (id, user_id, token_hash, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '30 days')`,
      [id, hashSessionToken(token)],
    );
    const signature = createHmac('sha256', secret).update(token).digest('base64');
    cookies.push(`tributary.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
  }
  return cookies;
}

async function told(): Promise<Told> {
  const { pool } = database;
  const { rows: last } = await pool.query<{ id: string }>(
    'select follower_id as id from follows order by streamer_id desc, follower_id desc limit 1',
  );
  for (;;) {
    const { rows } = await pool.query<{ seconds: number }>(
      `select extract(epoch from clock_timestamp() - announced_at)::float8 as seconds
       from live_announcements where told_up_to = $1`,
      [last[0]?.id],
    );
    if (rows[0]) {
      const { rows: made } = await pool.query<{ count: number }>(
        'select count(*) as count from notifications',
      );
      return { notifications: made[0]?.count ?? 0, seconds: rows[0].seconds };
    }
    await delay(100);
  }
}
