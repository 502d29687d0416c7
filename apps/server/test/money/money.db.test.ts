import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DONATION_SORTS, listDonations } from '@tributary/contracts/donations';
import { EVENT_SORTS, getEvent, listOwnEvents, listUpcomingEvents } from '@tributary/contracts/events';
import {
  listOwnTiers,
  listSubscribers,
  listSubscriptions,
  listTiers,
  SUBSCRIBER_SORTS,
} from '@tributary/contracts/memberships';
import { MONEY_PAGE_SIZE } from '@tributary/contracts/payments';
import { getBalance, getEarnings, listPayouts, PAYOUT_SORTS } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createDonations } from '../../src/features/donations/donations.service.ts';
import { createEvents } from '../../src/features/events/events.service.ts';
import {
  isSubscriber,
  subscribersAmong,
} from '../../src/features/memberships/subscriptions/entitlements/entitlements.repo.ts';
import { findSubscriptions } from '../../src/features/memberships/subscriptions/own-subscriptions.repo.ts';
import { createTiers } from '../../src/features/memberships/tiers/tiers.service.ts';

import { requestPayout, settlePayout } from '../../src/features/payouts/payout-requests.service.ts';
import { createPayouts } from '../../src/features/payouts/payouts.service.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';
import { requestRefund } from '../support/payments/charges.ts';
import { createMoney } from '../support/payments/compose.ts';
import { createMoneyUserData } from '../support/payments/money-user-data.ts';
import { planReader } from '../support/query-plans.ts';

const {
  db,
  users,
  channels,
  options,
  account,
  insert,
  charge,
  donate,
  announce,
  sell,
  offer,
  subscribe,
  expectBalance,
} = await createMoneyFixture();
const NOW = new Date('2026-11-21T12:00:00Z');
const jobsSent: string[] = [];
const jobs: Pick<Jobs, 'send'> = {
  send: async (_tx, { name }, data) => void jobsSent.push(`${name} ${JSON.stringify(data)}`),
};
const money = createMoney({ ...options, jobs, now: () => NOW });
const userData = createMoneyUserData({ ...options, jobs, now: () => NOW });

afterEach(expectBalance);

/** Requests a payout for a month of 2026. @returns its id */
async function payOut(streamerId: UserId, { amountCents, month }: { amountCents: number; month: number }) {
  const id = uuidv7();
  const [periodStart, periodEnd] = [
    new Date(Date.UTC(2026, month, 1)),
    new Date(Date.UTC(2026, month + 1, 1)),
  ];
  const dueAt = new Date(Date.UTC(2026, month + 2, 1));
  await db.transact((tx) =>
    requestPayout(tx, { id, streamerId, amountCents, periodStart, periodEnd, dueAt, at: NOW }),
  );
  return id;
}

/** Starts the features behind the real HTTP server; requests authenticate with the header `x-user`. */
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
  for (const feature of money) await feature.routes?.(http);
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
    [() => donate({ to: viewer }), 'charges_creator_id_fkey'],
    [() => donate({ to: creator, more: { currency: 'JPY' } }), 'currency_code_check'],
    [() => donate({ to: creator, more: { currency: 'EUR' } }), 'donations_currency_fkey'],
    [() => announce(creator, { total_tickets_sold: 11 }), 'ppv_events_never_oversold'],
    [
      () =>
        announce(creator, {
          total_tickets_sold: 3,
          total_revenue_cents: 1500,
          platform_commission_cents: 1501,
        }),
      'ppv_events_commission_within_revenue',
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

it('sums donations, ticket sales and subscriptions over time, without refunds', async () => {
  const { id: creator } = await account('streamer');
  const { id: other } = await account('streamer');
  await donate({ to: creator, amount: 1000, fee: 100, at: '2026-11-21T01:00:00Z' });
  await donate({ to: creator, amount: 999, fee: 99, at: '2026-10-23T00:00:00Z' });
  await donate({ to: creator, amount: 500, fee: 50, at: '2026-10-22T23:59:59Z' });
  const refunded = await donate({ to: creator, amount: 7000, fee: 700 });
  await donate({ to: other, amount: 4000, fee: 400 });
  const ended = await announce(creator, { status: 'ended', event_date: '2026-11-20T20:00:00Z' });
  await sell(creator, ended, 3, '2026-11-20T21:00:00Z');
  // Tickets of an upcoming event may still be refunded and do not count.
  await sell(creator, await announce(creator), 2);
  await charge(creator, { purpose: 'subscription', grossCents: 2000, feeCents: 200 });
  await db.transact(async (tx) => {
    const { charge_id: chargeId } = await tx
      .selectFrom('donations')
      .select('charge_id')
      .where('id', '=', refunded)
      .executeTakeFirstOrThrow();
    const request = { id: uuidv7(), chargeId, amountCents: 7000, reason: '', requestedBy: null, at: NOW };
    await requestRefund(tx, request);
  });

  const { read } = await serve();
  const month = await read(getEarnings, creator);
  expect(month).toMatchObject({
    bucket: 'day',
    totals: { amount: 5499, platformFee: 549, netAmount: 4950, donations: 2, tickets: 3, subscriptions: 1 },
    previousNetAmount: 450,
  });
  expect(month.series).toHaveLength(30);
  expect(month.series[0]).toEqual({
    from: '2026-10-23T00:00:00.000Z',
    donations: 900,
    tickets: 0,
    subscriptions: 0,
  });
  expect(month.series.slice(-2)).toEqual([
    { from: '2026-11-20T00:00:00.000Z', donations: 0, tickets: 1350, subscriptions: 1800 },
    { from: '2026-11-21T00:00:00.000Z', donations: 900, tickets: 0, subscriptions: 0 },
  ]);
  const months = await read(getEarnings, creator, '/api/me/earnings?period=12m');
  expect(months.totals.netAmount).toBe(5400);
  expect(months.series.map(({ donations }) => donations).slice(-2)).toEqual([1350, 900]);
  expect(await channels.streamerDataOf(creator)).toMatchObject({
    totalEarnings: 5400,
    totalDonations: 2499,
  });
  // The balance is what is in no payout, or in a failed one. It includes tickets of the upcoming event.
  await payOut(creator, { amountCents: 1350, month: 9 });
  const failed = await payOut(creator, { amountCents: 900, month: 10 });
  const reason = { provider: null, reference: null, reason: 'Account closed', at: NOW };
  await db.transact((tx) => settlePayout(tx, { id: failed, status: 'failed', ...reason }));
  expect(await read(listPayouts, creator)).toMatchObject({
    items: [
      { amount: 900, status: 'failed' },
      { amount: 1350, status: 'pending' },
    ],
  });
  const { pending, available, inTransit } = await read(getBalance, creator);
  expect([pending + available, inTransit]).toEqual([5400 + 900 - 1350, 1350]);
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
  // An export contains all pages.
  const lines = (await text(creator.id, '/api/me/donations.csv')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + MONEY_PAGE_SIZE + 1);
  expect(lines.at(-1)).toContain(`${viewer.username},10.00,1.00,9.00,USD,completed,stripe,For strings`);
});

it('exports a list with its filter and order, and audits the exports of admins', async () => {
  const admin = await account();
  await db.transact((tx) => users.grantRole(tx, admin.id, 'admin', null));
  const creator = await account('streamer');
  await sell(creator.id, await announce(creator.id, { title: 'Small' }), 1);
  await sell(creator.id, await announce(creator.id, { title: 'Large' }), 3);
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
  expect(all).toContain(`,3,5.00,15.00,1.50,USD,${creator.username}`);
  const { rows } = await db.pool.query('select subject_id, details from audit_log where actor_id = $1', [
    admin.id,
  ]);
  expect(rows).toMatchObject([{ subject_id: 'events', details: { after: { status: 'published' } } }]);
});

it('shows only published events and active tiers to the public', async () => {
  const creator = await account('streamer');
  const viewer = await account();
  const later = await announce(creator.id, { event_date: new Date(Date.now() + 2 * 86_400_000) });
  const sooner = await announce(creator.id);
  await sell(creator.id, sooner, 4);
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
  const sold = await announce(creator.id);
  await sell(creator.id, sold, 2);
  const unsold = await announce(creator.id);
  const payout = await payOut(creator.id, { amountCents: 900, month: 9 });
  expect(await userData.exportOf(viewer.id)).toMatchObject({
    donations: [{ id: donation, direction: 'given', message: 'Hello' }],
    subscriptions: [{ id: subscription }],
  });
  for (const { id } of [viewer, creator]) {
    await db.transact(async (tx) => {
      await userData.onDelete(tx, id, () => {});
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
  expect(await row('ppv_events', sold)).toMatchObject({
    creator_id: null,
    status: 'canceled',
  });
  // Jobs refund the tickets and notify their holders, since there may be thousands.
  expect(jobsSent).toContain(`money.refund-tickets {"eventId":"${sold}","requestedBy":null}`);
  expect(jobsSent).toContainEqual(
    expect.stringMatching(new RegExp(`^money.notify-ticket-holders .*${sold}.*canceled`)),
  );
  expect(await row('ppv_events', unsold)).toBeUndefined();
  expect(await row('payouts', payout)).toMatchObject({ streamer_id: null, status: 'failed', amount: 900 });
  // The creator's balance moves to an account without an owner, from which a refund can still be made.
  const { charge_id: chargeId } = await row('donations', donation);
  await expectBalance();
  await db.transact((tx) =>
    requestRefund(tx, { id: uuidv7(), chargeId, amountCents: 1000, reason: '', requestedBy: null, at: NOW }),
  );
  const { rows: left } = await db.pool.query(
    `select balance from ledger_accounts where kind = 'creator_available' and owner_id is null and closed_at is null`,
  );
  expect(left).toEqual([{ balance: 0 }]);
});

it('reads every list by an index', async () => {
  const { id, username } = await account('streamer');
  const tier = await offer(id);
  const scans = await planReader(db)(async (reading) => {
    const donations = createDonations({
      db: reading,
      channels,
      subscribersAmong: (creatorId, ids) => reading.read((db) => subscribersAmong(db, creatorId, ids, NOW)),
      refunds: { request: async () => true },
      now: () => NOW,
    });
    const tiers = createTiers({ db: reading, channels });
    const events = createEvents({ ...options, db: reading, replica: reading, now: () => NOW });
    const payouts = createPayouts({
      db: reading,
      channels,
      providers: { senders: async () => [] },
      now: () => NOW,
    });
    // Otherwise PostgreSQL reads small tables sequentially even if there is an index.
    await reading.read((db) => sql`set enable_seqscan = off`.execute(db));
    for (const sort of DONATION_SORTS) {
      await donations.received(id, { sort, order: 'desc', status: 'refunded' });
      await donations.all({ sort, order: 'asc' });
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
    await reading.read((db) => findSubscriptions(db, id, { column: null, order: 'desc', after: null }));
    await reading.read((db) => isSubscriber(db, id, id, NOW));
    await reading.read((db) => subscribersAmong(db, id, [id], NOW));
    await tiers.of(username);
    await events.upcomingOf(username);
  });
  const money =
    /^(charges|ledger_accounts|daily_earnings|donations|payouts|tier_subscriptions|subscription_tiers|ppv_events)$/;
  expect(scans.filter(({ how, table }) => how === 'Seq Scan' && money.test(table ?? ''))).toEqual([]);
});
