import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@tributary/contracts/shared';
import { CONVERSATIONS } from '@tributary/demo-content/conversations';
import { PEOPLE } from '@tributary/demo-content/people';
import { STORIES } from '@tributary/demo-content/stories';
import { VIEWERS } from '@tributary/demo-content/viewers';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createLog } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import { Browser, json } from '../../../test/support/browser.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { loopingClip } from '../../../test/support/packager/looping-clip.ts';
import { createPastRecordingsFixture } from '../../../test/support/past-recordings-fixture.ts';
import { checkLedger } from '../../../test/support/properties/books.ts';
import { createUsersFixture } from '../../../test/support/users-fixture.ts';
import { recordPast } from '../recordings/recorded-past.ts';
import { seedSignIns } from '../sign-ins.ts';
import { seedStreamer } from '../streamers.ts';
import { seedingRoutes } from './seeding.routes.ts';
import { createSeeding, type SeedingOptions } from './seeding.ts';
import { RECORDED_STREAMS } from './streams.seed.ts';

const db = await createTestDatabase();
const { users, channels } = createUsersFixture(db);
const warnings: string[] = [];
const options: SeedingOptions = {
  db,
  log: { info() {}, warn: (_fields, message) => void warnings.push(message) },
  async ensurePeople() {
    for (const person of PEOPLE) await seedStreamer(person, { users, channels });
  },
};
const seeding = createSeeding(options);

async function count(from: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(`select count(*) from ${from}`);
  return rows[0]?.count ?? 0;
}

async function serve(given: typeof seeding | null): Promise<Browser> {
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const webRoot = await mkdtemp(join(tmpdir(), 'tributary-web-'));
  const http = await createHttpApp({
    listener,
    log: createLog('silent'),
    authenticator: { authenticate: async () => null },
    addressKey: 'a secret of the tests',
    instanceName: 'Test',
    version: '0',
    publicUrl: url,
    trustProxy: [],
    webRoot,
  });
  seedingRoutes(http, given);
  await http.ready();
  listener.open();
  onTestFinished(async () => {
    await listener.close(0);
    await http.close();
    await rm(webRoot, { recursive: true });
  });
  return new Browser(url);
}

it('has a story for each streamer and unique usernames', () => {
  const names = [...STORIES, ...VIEWERS].map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(STORIES.map(({ username }) => username).sort()).toEqual(
    [...PEOPLE.map(({ username }) => username), 'streamer'].sort(),
  );
});

it('cannot seed admin data before there are users', async () => {
  expect(await seeding.adminData()).toEqual({
    success: false,
    error: 'No users found to seed admin data',
  });
  expect(await count('verification_requests')).toBe(0);
});

it('seeds the specified numbers once, even if requests to two processes run concurrently', {
  timeout: 60_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await seedSignIns({ file: join(directory, 'sign-ins.json'), db, users, channels });
  await seeding.users();
  const [demo, other] = [await serve(seeding), await serve(createSeeding(options))];
  const answers = [];
  for (const name of ['seed-demo-users', 'seed-demo-streams', 'seed-admin-data']) {
    const ask = async (browser: Browser) => json(await browser.post(`/api/functions/${name}`));
    answers.push(...(await Promise.all([ask(demo), ask(demo), ask(other)])), await ask(demo));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"success":true,"error":null}']),
  );

  expect(await count('profiles')).toBe(16 + VIEWERS.length + 3);
  expect(await count('streams')).toBe(STORIES.flatMap(({ past }) => past).length);
  expect(await count('donations')).toBe(100);
  expect(await count('donations where platform_fee = amount / 10')).toBe(100);
  expect(await count('donation_pages where goal_title is not null')).toBe(9);
  expect(
    await count(
      "(select message from donations where message <> '' group by 1 having count(*) > 1) as repeated",
    ),
  ).toBe(0);
  expect(await count("donations where message <> ''")).toBeGreaterThan(70);
  expect(await count('subscription_tiers')).toBe(STORIES.flatMap(({ tiers }) => tiers).length);
  expect(await count('ppv_events')).toBe(STORIES.flatMap(({ events }) => events).length);
  expect(await count('ppv_events where commission_rate_percent = 10')).toBe(await count('ppv_events'));
  for (const status of ['pending', 'approved', 'rejected'])
    expect(await count(`verification_requests where status = '${status}'`)).toBeGreaterThan(0);
  expect(await count("streamer_data where is_verified and verification_badge_url = '/verified.svg'")).toBe(
    await count("verification_requests where status = 'approved'"),
  );
  // Every subscription that is renewed exists at the sandbox, so that it can be changed, canceled and paid for.
  const renewed = "tier_subscriptions where price_cents > 0 and status <> 'canceled'";
  expect(await count(renewed)).toBeGreaterThan(0);
  expect(await count(`${renewed} and provider is null`)).toBe(0);
  expect(await count("sandbox_objects where kind = 'subscription'")).toBe(await count(renewed));
  expect(await count('tier_subscriptions join checkouts using (id)')).toBe(await count(renewed));
  for (const table of ['tier_subscriptions', 'payouts', 'follows', 'stream_samples', 'notifications'])
    expect([table, (await count(table)) > 0]).toEqual([table, true]);
  for (const table of ['watch_history', 'saved_streams'])
    expect(await count(`${table} join profiles on id = user_id where username = 'viewer'`)).toBeGreaterThan(
      3,
    );
  expect(warnings).toEqual(['No users found to seed admin data']);
});

it('records the newest past streams of channels whose clip is rendered, from beginning to end, some with chapters and clips', async () => {
  const recordings = await createPastRecordingsFixture(db);
  const made: string[] = [];
  const record = () =>
    recordPast(
      {
        db,
        log: { info() {}, warn() {} },
        storageDisk: null,
        recordings,
        clips: { create: async (_caller, _id, { title }) => void made.push(title) },
        clipOf: (scene) => (scene === 'reef' ? loopingClip() : undefined),
      },
      new AbortController().signal,
    );
  await record();
  const { rows } = await db.pool.query(`
    select r.stream_id, r.duration_ms, jsonb_array_length(r.chapters) as chapters, allows_download,
      extract(epoch from s.ended_at - s.started_at)::float8 as seconds
    from search_recordings join recordings r using (stream_id) join streams s on s.id = r.stream_id
    order by s.started_at desc`);
  const { past } =
    STORIES.find(({ username }) => username === 'stillwater') ?? expect.fail('No such channel');
  expect(past.length).toBeGreaterThan(RECORDED_STREAMS);
  expect(rows).toMatchObject([
    { chapters: 3, allows_download: true },
    { chapters: 0, allows_download: false },
    { chapters: 0, allows_download: false },
  ]);
  for (const { stream_id, duration_ms, seconds } of rows) {
    expect(Math.abs(duration_ms / 1000 - seconds)).toBeLessThan(0.1);
    const playlist = await recordings.playlist(stream_id);
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    expect(Math.round(lengths.reduce((sum, length) => sum + length, 0) * 1000)).toBe(duration_ms);
  }
  expect(made).toEqual(['The shy one comes out', 'Kelp, slowly']);
  // They repeat a clip, so encoding them in other qualities is not worth its cost.
  const finished = await db.pool.query(
    `select from recording_ladders where state = 'ready' and names = '{}'`,
  );
  expect(finished.rowCount).toBe(RECORDED_STREAMS);
  // Their chats are replayed beside them.
  const said = await db.pool.query(`
    select distinct author_id, (sent_at - started_at < interval '1 ms' * duration_ms) as within
    from chat_messages join streams on id = stream_id join recordings using (stream_id)`);
  expect(said.rowCount).toBeGreaterThan(RECORDED_STREAMS);
  expect(said.rows.every(({ within }) => within)).toBe(true);
  expect(await count('chat_messages')).toBe(RECORDED_STREAMS * CONVERSATIONS.reef.flat().length);
  // Their viewers comment on them, with times that they have.
  const comments = await db.pool.query(`
    select text, likes, parent_id is null as is_first, created_at between ended_at and now() as is_after
    from comments join streams on streams.id = stream_id order by comments.id`);
  expect(comments.rows[0]).toMatchObject({ is_first: true, is_after: true });
  expect(comments.rows[0].text).toMatch(/^The shy one comes out at (?:\d+:)?\d+:\d\d, /);
  expect(comments.rows[0].likes).toBe(
    (await count('comment_likes')) - comments.rows.slice(1).reduce((sum, { likes }) => sum + likes, 0),
  );
  await record();
  expect(await count('comments')).toBe(comments.rows.length);
  expect(await count('chat_messages')).toBe(RECORDED_STREAMS * CONVERSATIONS.reef.flat().length);
  expect(await count('recordings')).toBe(RECORDED_STREAMS);
});

it('seeds streams whose peak and average are those of their charts, and a history that is no longer than the streams', async () => {
  const disagreeing = `streams join (
      select stream_id, max(viewers) as most, avg(viewers) as average from stream_samples group by stream_id
    ) as charts on stream_id = id
    where peak_viewers <> most or abs(average_viewers - average) > 0.1`;
  expect(await count('streams where exists (select from stream_samples where stream_id = id)')).toBe(
    STORIES.flatMap(({ past }) => past).length,
  );
  expect(await count(disagreeing)).toBe(0);
  expect(
    await count('watch_history join streams on id = stream_id where seconds_watched > lasted_seconds'),
  ).toBe(0);
});

it('seeds minutes with the viewers of the charts, and sources with as many viewers as the stream', async () => {
  const ended = STORIES.flatMap(({ past }) => past).length;
  expect(await count('stream_minutes where is_live and minute = 0')).toBe(ended);
  expect(await count('stream_minutes where not is_live and minute = 0')).toBe(ended);
  expect(
    await count(`(
      select sum(started) over (partition by stream_id, is_live order by minute) as started_by, watched
      from stream_minutes
    ) as minutes where watched > started_by`),
  ).toBe(0);
  // A stream has ten sources or more, each of them rounded.
  const disagreeing = (table: string, sum: string, most: number) =>
    count(`streams join (select stream_id, sum(${sum}) as viewers from ${table} group by 1) as counted
      on stream_id = id where abs(views - counted.viewers) > ${most}`);
  expect(await disagreeing('stream_entries', 'viewers', 10)).toBe(0);
  expect(await disagreeing('stream_minutes', 'started', 10)).toBe(0);
});

it('seeds totals and payouts that equal the sums of their rows', async () => {
  const { rows } = await db.pool.query(`
    select username, total_earnings, total_donations, total_views,
      coalesce((select sum(net_amount) from donations where recipient_id = p.id and status = 'completed'), 0)::bigint
        + coalesce((select sum(total_revenue_cents - platform_commission_cents) from ppv_events
            where creator_id = p.id and status = 'ended'), 0)::bigint
        + coalesce((select sum(net_cents) from charges
            where creator_id = p.id and purpose = 'subscription'), 0)::bigint as earned,
      coalesce((select sum(amount) from donations where recipient_id = p.id and status = 'completed'), 0)::bigint as donated,
      coalesce((select sum(views) from streams where streamer_id = p.id), 0)::bigint as viewed
    from streamer_data join profiles p on p.id = user_id`);
  expect(rows).toHaveLength(17);
  for (const row of rows)
    expect(row).toMatchObject({
      total_earnings: row.earned,
      total_donations: row.donated,
      total_views: row.viewed,
    });
  expect(rows.find(({ username }) => username === 'streamer')).toMatchObject({
    total_earnings: expect.toSatisfy((sum: number) => sum > 0),
  });

  const payouts = await db.pool.query(`
    select amount, (select sum(net_cents) from daily_earnings where creator_id = streamer_id
        and day >= period_start::date and day < period_end::date)::bigint as earned
    from payouts`);
  // The unused time of subscriptions is not paid out.
  const settings = await db.read(readSettings);
  for (const { amount, earned } of payouts.rows) {
    expect(amount).toBeLessThanOrEqual(earned);
    expect(amount).toBeGreaterThanOrEqual(settings.payoutMinimumCents);
  }
  expect(payouts.rows.filter(({ amount, earned }) => amount === earned).length).toBeGreaterThan(10);
  expect((await checkLedger(db)).disagreements).toEqual([]);
});

it('seeds streams only while fewer than 16 exist, whether live or ended', async () => {
  await db.pool.query(`
    delete from streams where id not in
      (select distinct on (streamer_id) id from streams order by streamer_id, id limit 16)`);
  await db.pool.query("update streams set status = 'live', ended_at = null");
  await seeding.streams();
  expect(await count('streams')).toBe(16);
  await db.pool.query('delete from streams where id = (select id from streams limit 1)');
  await seeding.streams();
  expect(await count("streams where status = 'ended'")).toBeGreaterThan(16);
});

it('is refused on an instance that is not a demo', async () => {
  const production = await serve(null);
  const before = await count('profiles');
  for (const name of ['seed-demo-users', 'seed-demo-streams', 'seed-admin-data']) {
    const answer = await production.post(`/api/functions/${name}`);
    expect(answer.status).toBe(403);
    expect(json<Problem>(answer)).toMatchObject({
      code: 'not_a_demo',
      title: expect.stringContaining('DEMO=true'),
    });
  }
  expect(await count('profiles')).toBe(before);
});
