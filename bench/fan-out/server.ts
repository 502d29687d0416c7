/** A complete instance with one streamer who has very many followers, some of them signed in. */
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import { serveParent } from '../lib/proc.ts';

export interface Audience {
  readonly port: number;
  readonly rtmpPort: number;
  readonly streamKey: string;
  /** Cookie headers of some followers, who are signed in. */
  readonly cookies: readonly string[];
}

export interface FanOutResult {
  readonly notifications: number;
  /** From the start of the stream to the notification of the last follower. */
  readonly seconds: number;
}

export type ServerOrder =
  | {
      readonly type: 'start';
      readonly dataDir: string;
      readonly followers: number;
      readonly signedIn: number;
    }
  /** Answered once the last follower has been notified of the stream that starts meanwhile. */
  | { readonly type: 'wait' }
  | { readonly type: 'stop' };

const ADMIN = fileURLToPath(new URL('../../apps/server/src/admin.ts', import.meta.url));

let instance: BenchInstance;

serveParent(async (order: ServerOrder): Promise<Audience | FanOutResult | null> => {
  if (order.type === 'start') return start(order);
  if (order.type === 'wait') return waitForLastFollower();
  return instance[Symbol.asyncDispose]().then(() => null);
});

async function start({ dataDir, followers, signedIn }: ServerOrder & { type: 'start' }): Promise<Audience> {
  instance = await openInstance(dataDir);
  const { port, rtmpPort, pool, variables } = instance;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'create-streamer', '--username', 'coral'],
    { env: { ...process.env, ...variables } },
  );
  await createFollowers(followers);
  const { rows } = await pool.query<{ id: string }>(
    "select id from profiles where username like 'fan-%' order by id limit $1",
    [signedIn],
  );
  const cookies = await instance.signIn(rows.map(({ id }) => id));
  await pool.query('vacuum analyze');
  return { port, rtmpPort, streamKey: String(JSON.parse(stdout).streamKey), cookies };
}

async function createFollowers(followers: number): Promise<void> {
  await instance.pool.query(
    `insert into profiles (id, username, email, email_verified, display_name)
     select gen_random_uuid(), 'fan-' || n, 'fan-' || n || '@example.org', true, 'Fan ' || n
     from generate_series(1, $1::int) n`,
    [followers],
  );
  await instance.pool.query(
    `insert into follows (follower_id, streamer_id)
     select p.id, s.user_id from profiles p, streamer_data s where p.username like 'fan-%'`,
  );
}

async function waitForLastFollower(): Promise<FanOutResult> {
  const { pool } = instance;
  const { rows: last } = await pool.query<{ id: string }>(
    'select follower_id as id from follows order by streamer_id desc, follower_id desc limit 1',
  );
  for (;;) {
    const { rows } = await pool.query<{ seconds: number }>(
      `select extract(epoch from clock_timestamp() - announced_at)::float8 as seconds
       from live_announcements where notified_up_to = $1`,
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
