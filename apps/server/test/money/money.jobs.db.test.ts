import { PAST_DUE_DAYS } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { afterEach, expect, it } from 'vitest';
import type { Jobs } from '#platform/jobs/index.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';
import { advanceMoneyEveryMinute } from '../support/payments/compose.ts';

const { db, account, insert, charge, announce, sell, offer, subscribe, expectBalance } =
  await createMoneyFixture();

afterEach(expectBalance);

/** Runs the jobs of every minute once, at this time. */
async function runJobs(at: string): Promise<void> {
  const repeated: (() => Promise<void>)[] = [];
  const jobs: Jobs = {
    send: async () => undefined,
    work: () => undefined,
    repeat: (_type, _hours, handler) => void repeated.push(() => handler(new AbortController().signal)),
    start: async () => undefined,
    close: async () => undefined,
  };
  for (const register of advanceMoneyEveryMinute(db, () => new Date(at))) register(jobs);
  expect(repeated).toHaveLength(3);
  for (const run of repeated) await run();
}

const statusOf = async (table: string, id: string) =>
  (await db.pool.query(`select status from ${table} where id = $1`, [id])).rows[0].status;
const earningsOf = async (id: UserId) =>
  (await db.pool.query('select total_earnings from streamer_data where user_id = $1', [id])).rows[0]
    .total_earnings;

it('starts an event at its time, and ends it after its duration, when its sales enter the totals', async () => {
  const { id: creator } = await account('streamer');
  const event = await announce(creator, { event_date: '2026-11-21T20:00:00Z', duration_minutes: 90 });
  await sell(creator, event, 3);
  const draft = await announce(creator, { event_date: '2026-11-21T20:00:00Z', status: 'draft' });
  const early = await announce(creator, { event_date: '2026-11-21T20:00:00Z', status: 'live' });
  const seen = [];
  for (const at of ['19:59:59', '20:00:00', '21:29:59', '21:30:00'])
    seen.push([
      at,
      await runJobs(`2026-11-21T${at}Z`),
      await statusOf('ppv_events', event),
      await earningsOf(creator),
    ]);
  expect(seen).toEqual([
    ['19:59:59', undefined, 'published', 0],
    ['20:00:00', undefined, 'live', 0],
    ['21:29:59', undefined, 'live', 0],
    ['21:30:00', undefined, 'ended', 1350],
  ]);
  expect([await statusOf('ppv_events', draft), await statusOf('ppv_events', early)]).toEqual([
    'draft',
    'ended',
  ]);
});

it('releases donations and tickets after their holding period, tickets only once their event has ended', async () => {
  const { id: creator } = await account('streamer');
  const event = await announce(creator, { event_date: '2026-11-01T20:00:00Z', status: 'ended' });
  await sell(creator, event, 1);
  await charge(creator, { availableAt: new Date('2026-11-27T10:00:00Z') });
  const available = async () => (await db.read((reader) => balancesOf(reader, creator))).availableCents;
  await runJobs('2026-11-27T09:59:00Z');
  expect([await available(), await earningsOf(creator)]).toEqual([0, 1350]);
  await runJobs('2026-11-27T10:00:00Z');
  expect(await available()).toBe(1350);
});

it('ends an event that started and ended while no process was running', async () => {
  const { id: creator } = await account('streamer');
  const event = await announce(creator, { event_date: '2026-11-01T20:00:00Z' });
  await runJobs('2026-11-21T12:00:00Z');
  expect(await statusOf('ppv_events', event)).toBe('ended');
});

it('makes subscriptions past due when their period or trial is over, and cancels them later', async () => {
  const { id: creator } = await account('streamer');
  const [fan, visitor] = [await account(), await account()];
  const tier = await offer(creator, { trial_days: 7 });
  const active = await subscribe(tier, fan.id);
  const trial = await insert('tier_subscriptions', {
    tier_id: tier,
    user_id: visitor.id,
    status: 'trialing',
    billing_cycle: 'monthly',
    price_cents: 500,
    current_period_start: '2026-11-24T00:00:00Z',
    current_period_end: '2026-12-01T00:00:00Z',
    trial_end: '2026-12-01T00:00:00Z',
  });
  const both = () => Promise.all([active, trial].map((id) => statusOf('tier_subscriptions', id)));
  await runJobs('2026-11-30T23:59:59Z');
  expect(await both()).toEqual(['active', 'trialing']);
  await runJobs('2026-12-01T00:00:00Z');
  expect(await both()).toEqual(['past_due', 'past_due']);
  await runJobs(`2026-12-${PAST_DUE_DAYS}T23:59:59Z`);
  expect(await both()).toEqual(['past_due', 'past_due']);
  await runJobs(`2026-12-${PAST_DUE_DAYS + 1}T00:00:00Z`);
  expect(await both()).toEqual(['canceled', 'canceled']);
});

it('continues subscriptions to free tiers with the next period', async () => {
  const { id: creator } = await account('streamer');
  const tier = await offer(creator, { price_monthly: null, price_yearly: null });
  const id = await subscribe(tier, (await account()).id, 'active', 'monthly', { price_cents: 0 });
  await runJobs('2026-12-01T00:00:00Z');
  const { rows } = await db.pool.query('select * from tier_subscriptions where id = $1', [id]);
  expect(rows[0]).toMatchObject({
    status: 'active',
    current_period_start: new Date('2026-12-01T00:00:00Z'),
    current_period_end: new Date('2027-01-01T00:00:00Z'),
  });
});
