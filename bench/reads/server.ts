/** A complete instance with the data of years: accounts, channels, streams, follows, notifications. */
import { CATEGORIES } from '@tributary/contracts/shared';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import { serveParent } from '../lib/proc.ts';

export interface DatasetSize {
  readonly people: number;
  readonly channels: number;
  readonly live: number;
  readonly past: number;
  readonly follows: number;
  readonly notifications: number;
}

export interface Dataset {
  readonly port: number;
  /** Cookie headers of accounts that are signed in. */
  readonly cookies: readonly string[];
  /** The usernames of these accounts, which have channels. */
  readonly usernames: readonly string[];
  /** Their display names. */
  readonly names: readonly string[];
  readonly follows: number;
}

export type ServerOrder =
  | {
      readonly type: 'start';
      readonly dataDir: string;
      readonly size: DatasetSize;
      readonly signedIn: number;
    }
  | { readonly type: 'stop' };

let instance: BenchInstance;

serveParent(async (order: ServerOrder): Promise<Dataset | null> => {
  if (order.type === 'stop') return instance[Symbol.asyncDispose]().then(() => null);
  instance = await openInstance(order.dataDir);
  await fill(instance, order.size);
  const { rows } = await instance.pool.query<{ id: string; username: string; name: string }>(
    'select id, username, display_name as name from profiles order by id limit $1',
    [order.signedIn],
  );
  const { rows: counted } = await instance.pool.query<{ count: string }>('select count(*) from follows');
  return {
    port: instance.port,
    cookies: await instance.signIn(rows.map(({ id }) => id)),
    usernames: rows.map(({ username }) => username),
    names: rows.map(({ name }) => name),
    follows: Number(counted[0]?.count),
  };
});

/**
 * Account n has the id `uuid(n)`. The first accounts have channels, the first of those are live. Half of
 * all follows go to a hundredth of the channels.
 */
async function fill({ pool }: BenchInstance, size: DatasetSize): Promise<void> {
  const { people, channels, live, past, follows, notifications } = size;
  // Ten percent more, since some pairs are drawn twice.
  const each = Math.ceil((1.1 * follows) / people);
  const client = await pool.connect();
  for (const statement of [
    `create function uuid(n bigint) returns uuid language sql immutable as
       $$ select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
    // One of about 8,000 words of two or three syllables; every twentieth is the same word.
    `create function word(n bigint, salt bigint) returns text language sql immutable as $$
       select case when hashint8(n * 7 + salt) % 20 = 0 then 'willow' else (
         select string_agg((array['ka','lo','mi','ren','sha','tor','vel','nu','bra','di','fen','go','hal','jo','pri','qua','ster','u','wex','zi'])
           [1 + (hashint8(n * 7919 + salt * 31 + part)::bigint + 2147483648) % 20], '')
         from generate_series(1, 2 + (salt + n) % 2) part) end $$`,
    `insert into profiles (id, username, email, email_verified, display_name, bio)
       select uuid(n), word(n, 1) || '-' || n, 'person-' || n || '@example.org', true,
         initcap(word(n, 1) || ' ' || word(n, 2)) || ' ' || n, repeat('About me. ', 8)
       from generate_series(1, ${people}) n`,
    `insert into user_roles (user_id, role) select uuid(n), 'streamer' from generate_series(1, ${channels}) n`,
    `insert into streamer_data (user_id, stream_key, stream_key_hash)
       select uuid(n), '', sha256(n::text::bytea) from generate_series(1, ${channels}) n`,
    `insert into streams (id, streamer_id, title, category, slug, status, current_viewers, started_at, seen_at, ended_at)
       select uuid(n), uuid(1 + n % ${channels}), initcap(word(n, 3) || ' ' || word(n, 4) || ' ' || word(n, 5)),
         (array[${CATEGORIES.map((name) => `'${name}'`)}])[1 + n % ${CATEGORIES.length}], 'show-' || n,
         case when n > ${past} then 'live' else 'ended' end, case when n > ${past} then n % 997 else 0 end,
         now() - (${past + live} - n) * interval '5 minutes', now() + interval '1 day',
         case when n > ${past} then null else now() end
       from generate_series(1, ${past + live}) n`,
    `insert into follows (follower_id, streamer_id, created_at)
       select uuid(n), uuid(streamer), now() - (n * ${each} + f) * interval '1 second'
       from generate_series(1, ${people}) n, generate_series(1, ${each}) f,
         lateral (select 1 + (hashint8(n * 31 + f)::bigint + 2147483648)
           % case when f % 2 = 0 then ${Math.ceil(channels / 100)} else ${channels} end as streamer) as chosen
       where streamer <> n
       on conflict do nothing`,
    `insert into notifications (id, user_id, type, title, message, read, created_at)
       select uuid(n), uuid(1 + n % ${people}), 'stream_live', 'A show is live', 'Words', n % 3 = 0,
         now() - (${notifications} - n) * interval '1 second'
       from generate_series(1, ${notifications}) n`,
    'vacuum analyze',
  ]) {
    await client.query(statement);
  }
  client.release(true);
}
