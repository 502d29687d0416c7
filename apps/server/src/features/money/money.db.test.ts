import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DONATION_SORTS,
  EVENT_SORTS,
  getEarnings,
  getEvent,
  listDonations,
  listOwnEvents,
  listOwnTiers,
  listPayouts,
  listSentDonations,
  listSubscribers,
  listSubscriptions,
  listTiers,
  listUpcomingEvents,
  MONEY_PAGE_SIZE,
  PAYOUT_SORTS,
  SUBSCRIBER_SORTS,
  type UserId,
} from '@tributary/contracts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createMoneyFixture } from '../../../test/support/money-fixture.ts';
import { planReader } from '../../../test/support/query-plans.ts';
import { createDonations } from './donations/donations.service.ts';
import { createEvents } from './events/events.service.ts';
import { createMoney } from './index.ts';
import { createPayouts } from './payouts/payouts.service.ts';
import { createTiers } from './tiers/tiers.service.ts';

const { db, users, channels, options, account, insert, donate, announce, offer, subscribe } =
  await createMoneyFixture();
const NOW = new Date('2026-11-21T12:00:00Z');
const money = createMoney({ ...options, now: () => NOW });

/** The feature behind the real HTTP server; requests authenticate with the header `x-user`. */
async function serve() {
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const webRoot = await mkdtemp(join(tmpdir(), 'tributary-web-'));
  const http = await createHttpApp({
    listener,
    log: createLog('silent'),
    authenticator: {
      async authenticate({ headers }) {
        const profile = headers['x-user'] ? await users.find(String(headers['x-user']) as UserId) : null;
        return profile && { userId: profile.id, roles: profile.roles, sessionId: '' };
      },
    },
    addressKey: 'a secret of the tests',
    instanceName: 'Test',
    version: '0',
    publicUrl: url,
    trustProxy: [],
    webRoot,
  });
  await money.routes?.(http);
  await http.ready();
  listener.open();
  onTestFinished(async () => {
    await listener.close(0);
    await http.close();
    await rm(webRoot, { recursive: true });
  });
  const ask = (id: UserId | null, path: string) =>
    fetch(url + path, { headers: { ...(id && { 'x-user': id }) } });
  return {
    text: async (id: UserId | null, path: string) => (await ask(id, path)).text(),
    status: async (id: UserId | null, path: string) => (await ask(id, path)).status,
    /** @param at the endpoint's path with its parameters and query */
    async read<Response extends z.ZodType>(
      endpoint: { readonly path: string; readonly response: Response },
      id: UserId | null,
      at: string = endpoint.path,
    ) {
      return endpoint.response.parse(await (await ask(id, at)).json());
    },
  };
}

it('refuses inconsistent amounts, events, tiers, subscriptions and payouts by constraints of the schema', async () => {
  const { id: creator } = await account('streamer');
  const { id: viewer } = await account();
  const tier = await offer(creator);
  await subscribe(tier, viewer, 'past_due');
  const refusals: [() => Promise<string>, string][] = [
    [
      () => donate({ to: creator, amount: 1000, more: { net_amount: 901 } }),
      'donations_net_and_fee_are_amount',
    ],
    [
      () => donate({ to: creator, from: viewer, more: { is_anonymous: true } }),
      'donations_anonymous_names_nobody',
    ],
    [() => donate({ to: creator, from: creator }), 'donations_check'],
    [() => donate({ to: viewer }), 'donations_recipient_id_fkey'],
    [() => donate({ to: creator, more: { currency: 'EUR' } }), 'currency_code_check'],
    [() => announce(creator, { total_tickets_sold: 11 }), 'ppv_events_never_oversold'],
    [
      () =>
        announce(creator, {
          total_tickets_sold: 3,
          total_revenue_cents: 1500,
          platform_commission_cents: 151,
        }),
      'ppv_events_commission_within_rate',
    ],
    [() => announce(creator, { timezone: 'Lisbon, Portugal' }), 'ppv_events_timezone_is_a_name'],
    [() => offer(creator, { price_yearly: null }), 'subscription_tiers_free_or_priced'],
    [() => subscribe(tier, viewer), 'tier_subscriptions_one_open'],
    [
      () =>
        insert('payouts', {
          streamer_id: creator,
          amount: 1,
          status: 'pending',
          period_start: '2026-10-02',
          period_end: '2026-10-01',
          due_date: '2026-11-01',
        }),
      'payouts_check',
    ],
  ];
  for (const [refusal, constraint] of refusals)
    await expect(refusal()).rejects.toMatchObject({ constraint: expect.stringContaining(constraint) });
  await offer(creator, { price_monthly: null, price_yearly: 0 });
});

it('sums donations and ticket sales over time, without refunds', async () => {
  const { id: creator } = await account('streamer');
  const { id: other } = await account('streamer');
  await donate({ to: creator, amount: 1000, fee: 100, at: '2026-11-21T01:00:00Z' });
  await donate({ to: creator, amount: 999, fee: 99, at: '2026-10-23T00:00:00Z' });
  await donate({ to: creator, amount: 500, fee: 50, at: '2026-10-22T23:59:59Z' });
  const refunded = await donate({ to: creator, amount: 7000, fee: 700 });
  await donate({ to: other, amount: 4000, fee: 400 });
  await announce(creator, {
    status: 'ended',
    event_date: '2026-11-20T20:00:00Z',
    total_tickets_sold: 3,
    total_revenue_cents: 1500,
    platform_commission_cents: 150,
  });
  // Tickets of an upcoming event may still be refunded and do not count.
  await announce(creator, {
    total_tickets_sold: 2,
    total_revenue_cents: 1000,
    platform_commission_cents: 100,
  });
  await db.pool.query("update donations set status = 'refunded' where id = $1", [refunded]);

  const { read } = await serve();
  const month = await read(getEarnings, creator);
  expect(month).toMatchObject({
    bucket: 'day',
    totals: { amount: 3499, platformFee: 349, netAmount: 3150, donations: 2, tickets: 3 },
    previousNetAmount: 450,
  });
  expect(month.series).toHaveLength(30);
  expect(month.series[0]).toEqual({ from: '2026-10-23T00:00:00.000Z', donations: 900, tickets: 0 });
  expect(month.series.slice(-2)).toEqual([
    { from: '2026-11-20T00:00:00.000Z', donations: 0, tickets: 1350 },
    { from: '2026-11-21T00:00:00.000Z', donations: 900, tickets: 0 },
  ]);
  const months = await read(getEarnings, creator, '/api/me/earnings?period=12m');
  expect(months.totals.netAmount).toBe(3600);
  expect(months.series.map(({ donations }) => donations).slice(-2)).toEqual([1350, 900]);
  expect(await channels.streamerDataOf(creator)).toMatchObject({
    totalEarnings: 3600,
    totalDonations: 2499,
  });
  // Unpaid: earnings without a payout, and those of failed payouts.
  await insert('payouts', {
    streamer_id: creator,
    amount: 1350,
    status: 'pending',
    period_start: '2026-10-01T00:00:00Z',
    period_end: '2026-11-01T00:00:00Z',
    due_date: '2026-12-01T00:00:00Z',
  });
  await insert('payouts', {
    streamer_id: creator,
    amount: 900,
    status: 'failed',
    period_start: '2026-11-01T00:00:00Z',
    period_end: '2026-11-21T00:00:00Z',
    due_date: '2026-12-21T00:00:00Z',
  });
  expect(await read(listPayouts, creator)).toMatchObject({
    unpaid: 2250,
    items: [
      { amount: 900, status: 'failed' },
      { amount: 1350, status: 'pending' },
    ],
  });
});

it('shows each list to its owner only, page by page, without the names of anonymous donors', async () => {
  const creator = await account('streamer');
  const stranger = await account('streamer');
  const viewer = await account();
  const gone = await account();
  await db.transact((tx) => channels.setVerified(tx, stranger.id, true));
  const tier = await offer(creator.id);
  await subscribe(tier, viewer.id);
  await subscribe(tier, stranger.id, 'active', 'yearly');
  await subscribe(tier, gone.id, 'canceled');
  const named = await donate({ to: creator.id, from: viewer.id, more: { message: 'For strings' } });
  for (let count = 0; count < MONEY_PAGE_SIZE; count += 1)
    await donate({ to: creator.id, more: { is_anonymous: true } });

  const { read, status, text } = await serve();
  const first = await read(listDonations, creator.id);
  expect(first.items).toHaveLength(MONEY_PAGE_SIZE);
  expect(first.items[0]).toMatchObject({ isAnonymous: true, donor: null });
  const second = await read(listDonations, creator.id, `/api/me/donations?cursor=${first.next}`);
  expect(second).toMatchObject({
    items: [{ id: named, donor: { username: viewer.username, isVerified: false }, message: 'For strings' }],
    next: null,
  });
  expect(await status(creator.id, '/api/me/donations?cursor=1')).toBe(422);
  expect((await read(listSentDonations, viewer.id)).items).toMatchObject([
    { id: named, recipient: { username: creator.username } },
  ]);
  expect((await read(listDonations, stranger.id)).items).toEqual([]);
  expect(await status(viewer.id, '/api/me/donations')).toBe(403);
  expect(await status(null, '/api/me/subscriptions')).toBe(401);

  expect(await read(listOwnTiers, creator.id)).toMatchObject({
    tiers: [{ id: tier, subscribers: { active: 2, trialing: 0, pastDue: 0, canceled: 1 } }],
    // 450 net of a monthly 500, plus a twelfth of 4,500 net of a yearly 5,000.
    netPerMonth: 825,
  });
  expect((await read(listSubscribers, creator.id, `/api/me/tiers/${tier}/subscribers`)).items).toMatchObject([
    { subscriber: { username: gone.username }, status: 'canceled' },
    { subscriber: { username: stranger.username, isVerified: true } },
    { subscriber: { username: viewer.username, isVerified: false } },
  ]);
  expect(await status(stranger.id, `/api/me/tiers/${tier}/subscribers`)).toBe(404);
  expect((await read(listSubscriptions, viewer.id)).items).toMatchObject([
    { tier: { id: tier }, price: 500, streamer: { username: creator.username } },
  ]);
  expect(await status(viewer.id, '/api/admin/donations')).toBe(403);
  const table = `/api/me/tiers/${tier}/subscribers.csv`;
  expect(await text(creator.id, `${table}?sort=currentPeriodEnd&status=active`)).toMatch(
    new RegExp(`,${stranger.username},[^\r]*,active\r\n[^\r]*,${viewer.username},`),
  );
  expect(await status(stranger.id, table)).toBe(404);
  expect(await text(viewer.id, '/api/me/donations-given.csv?status=completed')).toContain(
    `,${creator.username},10.00,USD,completed,stripe,For strings\r\n`,
  );
  // An export contains all pages.
  const lines = (await text(creator.id, '/api/me/donations.csv')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + MONEY_PAGE_SIZE + 1);
  expect(lines.at(-1)).toContain(`${viewer.username},10.00,1.00,9.00,USD,completed,stripe,For strings`);
});

it('exports a list with its filter and order, and audits the exports of admins', async () => {
  const admin = await account();
  await db.transact((tx) => users.grantRole(tx, admin.id, 'admin', null));
  const creator = await account('streamer');
  await announce(creator.id, { title: 'Small', total_tickets_sold: 1, total_revenue_cents: 500 });
  await announce(creator.id, { title: 'Large', total_tickets_sold: 3, total_revenue_cents: 1500 });
  await announce(creator.id, { title: 'Not yet', status: 'draft' });

  const { text } = await serve();
  const query = 'status=published&sort=totalRevenueCents&order=asc';
  const titles = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .flatMap((line) => /,(Small|Large|Not yet),/.exec(line)?.[1] ?? []);
  expect(titles(await text(creator.id, `/api/me/events.csv?${query}`))).toEqual(['Small', 'Large']);
  const all = await text(admin.id, `/api/admin/events.csv?${query}`);
  expect(titles(all).slice(-2)).toEqual(['Small', 'Large']);
  expect(all).toContain(`,3,5.00,15.00,0.00,USD,${creator.username}`);
  const { rows } = await db.pool.query('select subject_id, details from audit_log where actor_id = $1', [
    admin.id,
  ]);
  expect(rows).toMatchObject([{ subject_id: 'events', details: { after: { status: 'published' } } }]);
});

it('shows the public published events and active tiers only', async () => {
  const creator = await account('streamer');
  const viewer = await account();
  const later = await announce(creator.id, { event_date: new Date(Date.now() + 2 * 86_400_000) });
  const sooner = await announce(creator.id, { total_tickets_sold: 4, total_revenue_cents: 2000 });
  const draft = await announce(creator.id, { status: 'draft' });
  const over = await announce(creator.id, { status: 'ended' });
  await announce(creator.id, { status: 'canceled' });
  const tier = await offer(creator.id);
  await offer(creator.id, { is_active: false });

  const { read, status } = await serve();
  const upcoming = await read(listUpcomingEvents, null, `/api/streamers/${creator.username}/events`);
  expect(upcoming.items.map(({ id }) => id)).toEqual([sooner, later]);
  expect(await read(getEvent, null, `/api/events/${sooner}`)).toMatchObject({
    ticketsLeft: 6,
    creator: { username: creator.username },
  });
  expect(await status(null, `/api/events/${over}`)).toBe(200);
  expect(await status(creator.id, `/api/events/${draft}`)).toBe(404);
  expect((await read(listTiers, null, `/api/streamers/${creator.username}/tiers`)).tiers).toMatchObject([
    { id: tier },
  ]);
  expect(await status(null, `/api/streamers/${viewer.username}/tiers`)).toBe(404);
  expect((await read(listOwnEvents, creator.id)).items).toHaveLength(5);

  // A banned creator's pages are gone.
  await db.pool.query('update profiles set banned_at = now() where id = $1', [creator.id]);
  for (const path of ['events', 'tiers'].map((what) => `/api/streamers/${creator.username}/${what}`))
    expect([path, await status(null, path)]).toEqual([path, 404]);
  expect(await status(null, `/api/events/${sooner}`)).toBe(404);
});

it('keeps the amounts of deleted accounts without names or messages, and ends what was active', async () => {
  const creator = await account('streamer');
  const viewer = await account();
  const tier = await offer(creator.id);
  await offer(creator.id);
  const subscription = await subscribe(tier, viewer.id);
  const donation = await donate({ to: creator.id, from: viewer.id, more: { message: 'Hello' } });
  const sold = await announce(creator.id, { total_tickets_sold: 2, total_revenue_cents: 1000 });
  const unsold = await announce(creator.id);
  const payout = await insert('payouts', {
    streamer_id: creator.id,
    amount: 900,
    status: 'pending',
    period_start: '2026-10-01',
    period_end: '2026-11-01',
    due_date: '2026-12-01',
  });
  expect(await money.exportUserData?.(viewer.id)).toMatchObject({
    money: {
      donations: [{ id: donation, direction: 'given', message: 'Hello' }],
      subscriptions: [{ id: subscription }],
    },
  });
  for (const { id } of [viewer, creator]) {
    await db.transact(async (tx) => {
      await money.deleteUserData?.(tx, id, () => {});
      await tx.deleteFrom('profiles').where('id', '=', id).execute();
    });
  }
  const row = async (table: string, id: string) =>
    (await db.pool.query(`select * from ${table} where id = $1`, [id])).rows[0];
  expect(await row('donations', donation)).toMatchObject({
    recipient_id: null,
    donor_id: null,
    amount: 1000,
    message: '',
  });
  expect(await row('tier_subscriptions', subscription)).toMatchObject({ user_id: null, status: 'canceled' });
  expect(await row('subscription_tiers', tier)).toMatchObject({ creator_id: null, is_active: false });
  expect(await row('ppv_events', sold)).toMatchObject({ creator_id: null, status: 'canceled' });
  expect(await row('ppv_events', unsold)).toBeUndefined();
  expect(await row('payouts', payout)).toMatchObject({ streamer_id: null, status: 'failed', amount: 900 });
});

it('reads every list by an index', async () => {
  const { id, username } = await account('streamer');
  const tier = await offer(id);
  const scans = await planReader(db)(async (reading) => {
    const offered = createMoney({ ...options, db: reading });
    const donations = createDonations({ db: reading, channels });
    const tiers = createTiers({ db: reading, channels });
    const events = createEvents({ ...options, db: reading, now: () => NOW });
    const payouts = createPayouts(reading, channels);
    // Otherwise PostgreSQL reads small tables sequentially even if there is an index.
    await reading.read((db) => sql`set enable_seqscan = off`.execute(db));
    for (const sort of DONATION_SORTS) {
      await donations.received(id, { sort, order: 'desc', status: 'refunded' });
      await donations.all({ sort, order: 'asc' });
      await donations.sent(id, { sort, order: 'desc', status: 'refunded' });
    }
    for (const sort of PAYOUT_SORTS) {
      await payouts.of(id, { sort, order: 'desc', status: 'failed' });
      await payouts.all({ sort, order: 'asc' });
    }
    for (const sort of EVENT_SORTS) {
      await events.own(id, { sort, order: 'desc', status: 'ended' });
      await events.all({ sort, order: 'asc' });
    }
    for (const sort of SUBSCRIBER_SORTS) {
      await tiers.subscribers(id, tier, { sort, order: 'desc', status: 'past_due' });
      await tiers.subscribers(id, tier, { sort, order: 'asc' });
    }
    await tiers.subscriptions(id);
    await offered.tiersOf(username);
    await offered.upcomingEventsOf(username);
  });
  const money = /^(donations|payouts|tier_subscriptions|subscription_tiers|ppv_events)$/;
  expect(scans.filter(({ how, table }) => how === 'Seq Scan' && money.test(table ?? ''))).toEqual([]);
});
