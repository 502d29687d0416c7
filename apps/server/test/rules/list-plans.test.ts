/**
 * Every list that is paged, as the OpenAPI document has it, over tables of many thousands of rows: the
 * plan of each of its statements reads by an index what it needs, and sorts no more than a page or so.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@tributary/contracts/shared';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { EXPLAIN_OPTIONS, type PlanNode, planIn } from '../support/query-plans.ts';

/** Rows in each growing table; `MINE` of them belong to the caller. */
const ROWS = 6_000;
const MINE = 2_000;
/** The most rows that one page may read. */
const FEW_ROWS = 1_000;

const db = await createTestDatabase();
const told: { statement: string; plan: PlanNode }[] = [];
let listening = false;
let app: App;
let browser: Browser;
let dataDir: string;
let me: UserId;

// Every connection from now on reports the plans of its statements.
const { connect } = pg.Client.prototype;
pg.Client.prototype.connect = function (this: pg.Client, ...args: Parameters<typeof connect>) {
  this.on('notice', ({ message = '' }) => {
    const heard = listening ? planIn(message) : null;
    if (heard) told.push(heard);
  });
  return connect.apply(this, args);
} as typeof connect;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-plans-'));
  const url = new URL(db.url);
  // Prevents hash joins over whole tables, which PostgreSQL only chooses for small ones.
  url.searchParams.set('options', `${EXPLAIN_OPTIONS} -c enable_hashjoin=off -c enable_mergejoin=off`);
  const config = parseConfig({ DEMO: 'false', DATABASE_URL: url.href, TRUST_PROXY: 'loopback' }, dataDir);
  app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
    { log: createLog('silent'), webRoot: dataDir },
  );
  const users = createUsers(db);
  const account = { username: 'ada', email: 'ada@example.org', password: 'correct horse battery' };
  me = (await users.create(account)).id;
  await fill(me);
  await db.transact((tx) => users.grantRole(tx, me, 'admin', null));
  await db.transact((tx) => users.grantRole(tx, me, 'streamer', null));
  browser = new Browser(`http://127.0.0.1:${app.port}`, { 'x-forwarded-for': '198.51.100.1' });
  expect((await browser.post('/api/auth/sign-in/email', account)).status).toBe(200);
});
afterAll(async () => {
  pg.Client.prototype.connect = connect;
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** Inserts rows into every growing table; the nth person, stream and so on has the id `uuid(n)`. */
async function fill(id: UserId): Promise<void> {
  const statements = [
    // Without triggers; the tables that they maintain are filled directly.
    'set session_replication_role = replica',
    `create function uuid(n bigint) returns uuid language sql immutable as $$ select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
    `insert into profiles (id, username, email, display_name, created_at)
       select uuid(n), 'person-' || n, 'person-' || n || '@example.org', 'Person ' || n, now() - n * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    `insert into streamer_data (user_id, stream_key, stream_key_hash)
       select id, '', sha256(id::text::bytea) from profiles`,
    `insert into streams (id, streamer_id, title, category, slug, status, current_viewers, started_at, seen_at, ended_at)
       select uuid(n), case when n <= ${MINE} then '${id}' else uuid(n) end, 'Show ' || n, 'Music', 'show-' || n,
         case when n > ${ROWS - 1500} then 'live' else 'ended' end, n % 500,
         now() - n * interval '1 hour', now(), case when n > ${ROWS - 1500} then null else now() - n * interval '50 minutes' end
       from generate_series(1, ${ROWS}) n`,
    `insert into follows (follower_id, streamer_id, created_at)
       select '${id}', uuid(n), now() - n * interval '1 second' from generate_series(1, ${MINE}) n
       union all select uuid(n), '${id}', now() - n * interval '1 second' from generate_series(1, ${MINE}) n
       union all select uuid(n), uuid(n % 100 + 1), now() from generate_series(200, ${ROWS}) n`,
    `insert into notifications (id, user_id, type, title, message)
       select gen_random_uuid(), case when n <= ${MINE} then '${id}' else uuid(n) end, 'other', 'x', '' from generate_series(1, ${ROWS}) n`,
    ...[
      'saved_streams (user_id, stream_id',
      'watch_history (user_id, stream_id, first_watched_at, last_watched_at',
    ].map(
      (into) =>
        `insert into ${into}) select case when n <= ${MINE} then '${id}' else uuid(n) end, uuid(n) ${into.startsWith('watch') ? ', now(), now()' : ''} from generate_series(1, ${ROWS}) n`,
    ),
    `insert into donations (id, charge_id, recipient_id, donor_id, amount, platform_fee, net_amount, payment_provider, status)
       select uuid(n), uuid(n), case when n <= ${MINE} then '${id}' else uuid(n) end, case when n between ${MINE + 1} and ${2 * MINE} then '${id}' else uuid(n + 1) end, 10 + n, 10, n, 'stripe', (array['completed', 'refunded', 'disputed'])[n % 3 + 1] from generate_series(1, ${ROWS - 1}) n`,
    `insert into ppv_events (id, creator_id, title, event_date, timezone, duration_minutes, price_cents, total_tickets_sold, total_revenue_cents, status)
       select uuid(n), case when n <= ${MINE} then '${id}' else uuid(n) end, 'x', now() + n * interval '1 hour', 'UTC', 60, 100, n, n * 100, (array['published', 'ended'])[n % 2 + 1] from generate_series(1, ${ROWS}) n`,
    `insert into tickets (id, event_id, holder_id, status, created_at)
       select uuid(n), uuid(n), case when n <= ${MINE} then '${id}' else uuid(n) end, 'valid', now() from generate_series(1, ${ROWS}) n`,
    `insert into charges (id, receipt_number, is_test, provider, payment_id, purpose, payer_id, creator_id, gross_cents, fee_cents, held_by, captured_at, refunded_cents, disputed_cents, lost_cents)
       select uuid(n), '2026-' || n, true, 'stripe', 'pi_' || n, (array['donation', 'ticket', 'subscription', 'gift'])[n % 4 + 1], case when n <= ${MINE} then uuid(4242) when n <= ${2 * MINE} then '${id}' else uuid(n) end, case when n <= ${MINE} then '${id}' else uuid(n + 1) end, 100 + n, 10, 'platform', now() - n * interval '1 minute', case n % 5 when 1 then 50 when 2 then 100 + n else 0 end, case n % 5 when 3 then 100 + n else 0 end, case n % 5 when 4 then 100 + n else 0 end from generate_series(1, ${ROWS}) n`,
    `insert into refunds (id, charge_id, amount_cents, fee_cents, reason, provider_refund_id, status, requested_at, settled_at)
       select uuid(n), uuid(n), 50, 5, '', 're_' || n, (array['pending', 'succeeded', 'failed'])[n % 3 + 1], now(), case when n % 3 > 0 then now() end from generate_series(1, ${ROWS}) n`,
    `insert into disputes (id, charge_id, provider_dispute_id, amount_cents, withheld_cents, reason, status, opened_at, settled_at)
       select uuid(n), uuid(n), 'dp_' || n, 50, 50, '', (array['open', 'won', 'lost'])[n % 3 + 1], now(), case when n % 3 > 0 then now() end from generate_series(1, ${ROWS}) n`,
    `insert into provider_events (id, provider, event_id, type, body, status, received_at)
       select uuid(n), (array['stripe', 'paypal'])[n % 2 + 1], 'evt_' || n, 'type-' || n % 5, '{}', (array['received', 'processed', 'failed'])[n % 3 + 1], now() from generate_series(1, ${ROWS}) n`,
    `insert into reconciliations (id, provider, since, until, status, created_at, finished_at)
       select uuid(n), 'stripe', now() - interval '1 day', now(), 'completed', now(), now() from generate_series(1, ${ROWS}) n`,
    `insert into reconciliation_differences (id, reconciliation_id, kind, payment_id, captured_at, currency)
       select uuid(n), case when n <= ${MINE} then uuid(1) else uuid(n) end, 'not_booked', 'pi_' || n, now(), 'USD' from generate_series(1, ${ROWS}) n`,
    `insert into payouts (id, streamer_id, amount, status, period_start, period_end, due_date)
       select uuid(n), case when n <= 60 then '${id}' else uuid(n) end, n, (array['pending', 'completed', 'failed'])[n % 3 + 1], now() - n * interval '2 hour', now() - n * interval '1 hour', now() - n * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    `insert into subscription_tiers (id, creator_id, name, price_monthly, price_yearly)
       select uuid(n), case when n <= 3 then '${id}' else uuid(n) end, 'Tier ' || n, 100, 1000 from generate_series(1, ${ROWS}) n`,
    `insert into tier_subscriptions (id, tier_id, user_id, status, billing_cycle, price_cents, current_period_start, current_period_end)
       select uuid(n), case when n <= ${MINE} then uuid(1) else uuid(n) end, case when n > ${ROWS - MINE} then '${id}' else uuid(n) end, (array['active', 'past_due', 'canceled'])[n % 3 + 1], 'monthly', 100, now(), now() + n * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    `insert into verification_requests (id, user_id, social_media_links)
       select uuid(n), uuid(n), '["https://example.org"]' from generate_series(1, ${ROWS}) n`,
    `insert into audit_log (id, actor_id, action, subject_kind, subject_id)
       select uuid(n), '${id}', 'user.ban', 'user', uuid(n)::text from generate_series(1, ${ROWS}) n`,
    `insert into contact_messages (id, name, email, subject, message, handled_at)
       select uuid(n), 'x', 'x@example.org', 'x', 'x', case when n > 200 then now() end from generate_series(1, ${ROWS}) n`,
    `insert into report_cases (id, kind, target, target_key, subject_id, title, snapshot, decided_at, outcome, reason, message)
       select uuid(n), (array['profile', 'stream', 'message'])[n % 3 + 1], '{}', n, uuid(n), 'x', '{}', case when n > 200 then now() end, case when n > 200 then 'dismissed' end, case when n > 200 then 'spam' end, case when n > 200 then 'x' end from generate_series(1, ${ROWS}) n`,
    `insert into reports (id, case_id, reporter_id, reason) select uuid(n), uuid(n), uuid(n), 'spam' from generate_series(1, ${ROWS}) n`,
    `insert into appeals (id, user_id, banned_at, text, decided_at, outcome, reply)
       select uuid(n), uuid(n), now(), repeat('x', 10), case when n > 200 then now() end, case when n > 200 then 'upheld' end, case when n > 200 then 'x' end from generate_series(1, ${ROWS}) n`,
    `insert into chat_bans (channel_id, user_id, banned_at)
       select case when n <= ${MINE} then '${id}' else uuid(n - 1) end, uuid(n), now() - n * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    'insert into follower_counts (streamer_id, followers) select streamer_id, count(*) from follows group by 1',
    'insert into search_channels (user_id, parts) select id, array[username, display_name] from profiles where id not in (select user_id from search_channels)',
    `insert into search_streams (stream_id, parts) select id, array[title] from streams where status = 'live'`,
    `insert into recordings (stream_id, streamer_id, state, duration_ms, created_at)
       select id, streamer_id, 'ready', 60000, started_at from streams where status = 'ended'`,
    `insert into comments (id, stream_id, author_id, parent_id, text)
       select uuid(n), case when n <= ${MINE} then uuid(1) else uuid(n) end, uuid(n), null, 'x' from generate_series(1, ${ROWS}) n
       union all select uuid(${ROWS} + n), uuid(1), uuid(n), uuid(1), 'x' from generate_series(1, ${MINE}) n`,
    `insert into search_recordings (stream_id, streamer_id, category, started_at, parts)
       select id, streamer_id, category, started_at, array[title] from streams where status = 'ended'`,
    'analyze',
  ];
  const client = await db.pool.connect();
  for (const statement of statements) await client.query(statement);
  client.release(true);
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { readonly enum?: readonly string[] };
  }[];
}

/** The values of path parameters. */
const inPath: Readonly<Record<string, () => string>> = {
  username: () => 'ada',
  id: () => '01900000-0000-7000-8000-000000000001',
  channelId: () => me,
};

/** Every paged list with each order, each filter, and each state in each order. */
async function lists(): Promise<string[]> {
  const { paths } = json<{ paths: Record<string, { get?: Operation }> }>(
    await browser.get('/api/openapi.json'),
  );
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const query = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    if (!query.some(({ name }) => name === 'cursor' || name === 'before')) return [];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name]?.() ?? expect.fail(path));
    const choices = query.flatMap(({ name, schema }) =>
      name === 'q' ? ['q=4242'] : (schema.enum ?? []).map((value) => `${name}=${encodeURIComponent(value)}`),
    );
    const valuesOf = (wanted: string) => query.find(({ name }) => name === wanted)?.schema.enum ?? [];
    const both = valuesOf('sort').flatMap((sort) =>
      valuesOf('status').map((status) => `sort=${sort}&status=${status}`),
    );
    // The search for people requires words.
    const bare = filled === '/api/discover/people' ? [] : [''];
    return [...bare, ...choices, ...both].map((choice) => `${filled}?${choice}`);
  });
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Problems in the plans of the statements since the last call. */
function complaints(): string[] {
  return told.splice(0).flatMap(({ statement, plan }) =>
    nodesOf(plan).flatMap((node) => {
      const { 'Node Type': how, 'Relation Name': table = '', 'Plan Rows': rows } = node;
      // Small tables are read faster sequentially.
      const whole = how === 'Seq Scan' && rows > FEW_ROWS;
      const sorted = how === 'Sort' && rows > FEW_ROWS;
      const cause = statement.replace(/\s+/g, ' ').slice(0, 160);
      return whole || sorted ? [`${how} ${table} of ${rows} rows in: ${cause}`] : [];
    }),
  );
}

it('is backed by an index, on its first and on later pages', async () => {
  const found = await lists();
  expect(found.length).toBeGreaterThan(20);
  const wrong: Record<string, string[]> = {};
  listening = true;
  for (const [index, list] of found.entries()) {
    // The recordings of one streamer, of whom few have more than some hundreds, are sorted as they are asked for.
    if (list.startsWith('/api/me/recordings')) continue;
    // Each from its own IP address, so that rate limits do not apply.
    browser.headers['x-forwarded-for'] = `198.51.${index >> 8}.${index & 255}`;
    told.length = 0;
    const first = await browser.get(list);
    if (first.status !== 200) wrong[list] = [first.text];
    const next = json<{ next?: string | null }>(first).next;
    if (next) expect((await browser.get(`${list}&cursor=${encodeURIComponent(next)}`)).status).toBe(200);
    const found = complaints();
    if (found.length > 0) wrong[list] = [...new Set(found)];
  }
  listening = false;
  expect(wrong).toEqual({});
}, 90_000);
