/** Compares every order and filter of the lists about money, page by page, with the same query in PostgreSQL. */
import { DONATION_SORTS } from '@tributary/contracts/donations';
import { EVENT_SORTS } from '@tributary/contracts/events';
import { SUBSCRIBER_SORTS } from '@tributary/contracts/memberships';
import { MONEY_PAGE_SIZE } from '@tributary/contracts/payments';
import { PAYOUT_SORTS } from '@tributary/contracts/payouts';
import { beforeAll, expect, it } from 'vitest';
import { firstIdAt } from '#platform/db/keyset.ts';
import { createDonations } from '../../src/features/donations/donations.service.ts';
import { createEvents } from '../../src/features/events/events.service.ts';
import { createTiers } from '../../src/features/memberships/tiers/tiers.service.ts';
import type { Page, PageRequest } from '../../src/features/payments/pages.repo.ts';
import { createPayouts } from '../../src/features/payouts/payouts.service.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';

const { db, channels, options, account, donate, offer } = await createMoneyFixture();
const donations = createDonations({
  db,
  channels,
  subscribersAmong: async () => new Set(),
  refunds: { request: async () => true },
  now: () => new Date(),
});
const events = createEvents({ ...options, now: () => new Date() });
const payouts = createPayouts({
  db,
  channels,
  providers: { senders: async () => [] },
  now: () => new Date(),
});
const tiers = createTiers({ db, channels });

const { id: me, username } = await account('streamer');
const { id: giver } = await account();
const tier = await offer(me);

beforeAll(async () => {
  for (let n = 0; n < 60; n += 1) {
    const more = { status: n % 2 ? 'refunded' : 'completed' };
    await donate({ to: me, from: giver, amount: 100 + (n % 7), fee: 10, more });
  }
  // Fills more than two pages of each list, with many equal values.
  for (const statement of [
    `insert into ppv_events (id, creator_id, title, event_date, timezone, duration_minutes, price_cents, total_tickets_sold, total_revenue_cents, status)
       select gen_random_uuid(), '${me}', 'x', now() + (1 + n % 5) * interval '1 day', 'UTC', 60, 100, 1 + n % 3, 100 * (1 + n % 4), (array['published', 'live'])[n % 2 + 1] from generate_series(1, 60) n`,
    `insert into payouts (id, streamer_id, amount, status, period_start, period_end, due_date)
       select gen_random_uuid(), '${me}', 1 + n % 6, (array['pending', 'failed'])[n % 2 + 1], now() - n * interval '2 days', now() - n * interval '1 day', now() + (n % 9) * interval '1 day' from generate_series(1, 60) n`,
    `insert into profiles (id, username, email, display_name)
       select gen_random_uuid(), 'fan-' || n, 'fan-' || n || '@example.org', 'Fan' from generate_series(1, 60) n`,
    // Microseconds apart, which is finer than the precision of a cursor.
    `insert into tier_subscriptions (id, tier_id, user_id, status, billing_cycle, price_cents, current_period_start, current_period_end)
       select gen_random_uuid(), '${tier}', id, (array['active', 'past_due'])[n % 2 + 1], 'monthly', 500, now(), now() + interval '1 month' + n * interval '70 microseconds'
       from (select id, row_number() over (order by id) as n from profiles where username like 'fan-%') as fans`,
  ])
    await db.pool.query(statement);
});

type Rows = Page<{ id: string }>;

/** Reads all pages of a list. */
async function walk(read: (cursor: string | undefined) => Promise<Rows>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor);
    expect(page.items.length).toBeLessThanOrEqual(MONEY_PAGE_SIZE);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  }
  return ids;
}

/** Reads each order in both directions, with and without a status. @param columns the sort columns in PostgreSQL */
async function expectOrders<Sort extends string, Status extends string>(
  table: string,
  sorts: readonly Sort[],
  columns: Readonly<Record<Sort, string>>,
  state: Status,
  read: (request: PageRequest & { sort: Sort; status: Status | undefined }) => Promise<Rows>,
): Promise<void> {
  for (const sort of sorts) {
    for (const order of ['asc', 'desc'] as const) {
      for (const status of [undefined, state]) {
        const { rows } = await db.pool.query(
          `select id from ${table} where status = coalesce($1, status) order by ${columns[sort]} ${order}, id ${order}`,
          [status],
        );
        const ids = await walk((cursor) => read({ sort, order, status, cursor }));
        expect({ table, sort, order, status, ids }).toEqual({
          table,
          sort,
          order,
          status,
          ids: rows.map(({ id }) => id),
        });
      }
    }
  }
}

it.each(['own', 'all'])('lists %s donations, events and payouts, each once across pages', async (whose) => {
  const own = whose === 'own';
  await expectOrders(
    'donations',
    DONATION_SORTS,
    { createdAt: 'id', amount: 'amount' },
    'refunded',
    (request) => (own ? donations.received(me, request) : donations.all(request)),
  );
  await expectOrders(
    'ppv_events',
    EVENT_SORTS,
    {
      eventDate: 'event_date',
      totalTicketsSold: 'total_tickets_sold',
      totalRevenueCents: 'total_revenue_cents',
    },
    'live',
    (request) => (own ? events.own(me, request) : events.all(request)),
  );
  await expectOrders(
    'payouts',
    PAYOUT_SORTS,
    { dueDate: 'due_date', amount: 'amount' },
    'failed',
    (request) => (own ? payouts.of(me, request) : payouts.all(request)),
  );
});

it.each(DONATION_SORTS)(
  'lists donations of the chosen days of UTC, the last one included, by %s',
  async (sort) => {
    const { id: creator } = await account('streamer');
    const ids = [
      '2026-10-31T23:59:59.999Z',
      '2026-11-01T00:00:00Z',
      '2026-11-30T23:59:59.999Z',
      '2026-12-01T00:00:00Z',
    ].map((time) => firstIdAt(Date.parse(time)).replace(/0{12}$/, creator.slice(-12)));
    for (const id of ids)
      await db.pool.query('update donations set id = $1 where id = $2', [id, await donate({ to: creator })]);
    const days = { since: '2026-11-01', until: '2026-11-30' };
    expect(
      await walk((cursor) => donations.received(creator, { sort, order: 'asc', cursor, ...days })),
    ).toEqual(ids.slice(1, 3));
  },
);

it('lists subscribers, each once across pages', async () => {
  await expectOrders(
    'tier_subscriptions',
    SUBSCRIBER_SORTS,
    { createdAt: 'id', currentPeriodEnd: 'current_period_end' },
    'past_due',
    (request) => tiers.subscribers(me, tier, request),
  );
});

it('continues after a page whose last event was deleted, and refuses a cursor of another order', async () => {
  const { rows } = await db.pool.query('select id from ppv_events order by event_date, id');
  const first = await events.upcomingOf(username);
  const cursor = first.next ?? expect.fail('a second page');
  await db.pool.query('delete from ppv_events where id = $1', [first.items.at(-1)?.id]);
  const second = await events.upcomingOf(username, cursor);
  expect(second.items[0]?.id).toBe(rows[MONEY_PAGE_SIZE].id);
  await expect(events.all({ sort: 'totalTicketsSold', order: 'asc', cursor })).rejects.toMatchObject({
    code: 'cursor_invalid',
  });
});
