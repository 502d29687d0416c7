/** Accounts, channels, and money that went through the ledger. */
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { projectRevenue } from '#features/events/tickets/ticket-revenue.repo.ts';
import type { Charge, NewCharge } from '#features/payments/charges/charge.ts';
import { earnTickets, recordCharge, recordCharges } from '#features/payments/charges/charges.service.ts';
import { holdingEnd } from '#features/payments/charges/holding.ts';
import { createTestDatabase } from './database.ts';
import { moneyOptions } from './payments/money-options.ts';
import { expectBooksOf } from './properties/books.ts';
import { PREPARED } from './properties/many-histories.ts';
import { createUsersFixture } from './users-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

interface Given {
  readonly to: UserId;
  readonly from?: UserId;
  readonly amount?: number;
  readonly fee?: number;
  readonly at?: string;
  /** Further columns of the donation. */
  readonly more?: Row;
}

/** Creates a charge of 10.00 with a fee of 1.00, released at once. */
export function newCharge(creatorId: UserId | null, more: Partial<NewCharge> = {}): NewCharge {
  const id = uuidv7();
  const capturedAt = more.capturedAt ?? new Date('2026-11-20T10:00:00Z');
  return {
    id,
    checkoutId: null,
    provider: 'stripe',
    isTest: true,
    paymentId: `payment-${id}`,
    purpose: 'donation',
    subjectId: null,
    payerId: null,
    creatorId,
    grossCents: 1000,
    feeCents: 100,
    currency: 'USD',
    heldBy: 'platform',
    capturedAt,
    availableAt: capturedAt,
    ...more,
  };
}

/** Must be called at the top of a test file, which has its own database. */
export async function createMoneyFixture() {
  const db = await createTestDatabase(PREPARED);
  const { users, channels, account } = createUsersFixture(db);
  let tiers = 0;

  /** @returns its id */
  async function insert(table: string, row: Row): Promise<string> {
    const id = uuidv7();
    const columns = ['id', ...Object.keys(row)];
    const places = columns.map((_, index) => `$${index + 1}`);
    await db.pool.query(`insert into ${table} (${columns}) values (${places})`, [id, ...Object.values(row)]);
    return id;
  }

  /** The other options of the feature's parts. Files, jobs and notifications are discarded. */
  const options = {
    ...moneyOptions(db),
    channels,
    images: {
      store: async () => `/pictures/${uuidv7()}.webp`,
      claim: async () => {},
      release: async () => {},
      discard: async () => {},
    },
    instanceName: () => 'Test',
  };
  const charge = (creatorId: UserId | null, more?: Partial<NewCharge>): Promise<Charge> =>
    db.transact(async (tx) => {
      const after = await recordCharge(tx, newCharge(creatorId, more));
      if (after.purpose === 'ticket') await projectRevenue(tx, { before: null, after });
      return after;
    });

  return {
    db,
    users,
    channels,
    options,
    account,
    insert,
    charge,
    async donate({ to, from, amount = 1000, fee = 100, at = '2026-11-20T10:00:00Z', more = {} }: Given) {
      const paid = { grossCents: amount, feeCents: fee, payerId: from ?? null };
      const { id: chargeId } = await charge(to, { ...paid, capturedAt: new Date(at) });
      return insert('donations', {
        charge_id: chargeId,
        recipient_id: to,
        donor_id: from ?? null,
        amount,
        platform_fee: fee,
        net_amount: amount - fee,
        payment_provider: 'stripe',
        status: 'completed',
        created_at: at,
        ...more,
      });
    },
    /** Starts a live stream of the channel. @returns its id */
    goLive: (streamerId: UserId) =>
      insert('streams', {
        streamer_id: streamerId,
        title: 'A show',
        category: 'Music',
        slug: `show-${streamerId}`,
        status: 'live',
        started_at: new Date(),
        seen_at: new Date(),
      }),
    /** The columns of a stream that say who may watch it. */
    gateOf: async (streamId: string) =>
      (await db.pool.query('select gate_kind, gate_id from streams where id = $1', [streamId])).rows[0],
    announce: (creator: UserId, more: Row = {}) =>
      insert('ppv_events', {
        creator_id: creator,
        title: 'A night of it',
        event_date: new Date(Date.now() + 86_400_000),
        timezone: 'UTC',
        duration_minutes: 60,
        price_cents: 500,
        capacity: 10,
        status: 'published',
        ...more,
      }),
    /** Sells tickets at 5.00 each with a fee of 0.50. @param endedAt when the event ended, if it has */
    async sell(creator: UserId, event: string, tickets: number, endedAt?: string): Promise<void> {
      const availableAt = holdingEnd(new Date('2026-11-20T10:00:00Z'));
      const ticket = { purpose: 'ticket', subjectId: event, availableAt } as const;
      const sold = Array.from({ length: tickets }, () =>
        newCharge(creator, { ...ticket, grossCents: 500, feeCents: 50 }),
      );
      await db.transact(async (tx) => {
        for (const after of await recordCharges(tx, sold)) await projectRevenue(tx, { before: null, after });
        if (endedAt) await earnTickets(tx, { eventId: event, at: new Date(endedAt) });
        await tx
          .updateTable('ppv_events')
          .set((row) => ({ total_tickets_sold: row('total_tickets_sold', '+', tickets) }))
          .where('id', '=', event)
          .execute();
      });
    },
    offer: (creator: UserId, more: Row = {}) =>
      insert('subscription_tiers', {
        creator_id: creator,
        name: `Tier ${++tiers}`,
        price_monthly: 500,
        price_yearly: 5000,
        ...more,
      }),
    subscribe: (tier: string, user: UserId, status = 'active', cycle = 'monthly', more: Row = {}) =>
      insert('tier_subscriptions', {
        tier_id: tier,
        user_id: user,
        status,
        billing_cycle: cycle,
        price_cents: cycle === 'yearly' ? 5000 : 500,
        current_period_start: '2026-11-01T00:00:00Z',
        current_period_end: '2026-12-01T00:00:00Z',
        ...more,
      }),
    /** Expects that the ledger and everything derived from it agree. */
    expectBalance: expectBooksOf(db),
  };
}
