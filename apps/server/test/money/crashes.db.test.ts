/** Kills the process between any two steps of a payment and starts it again; payers and jobs then try again. */
import type { CheckoutBody } from '@tributary/contracts/payments';
import { type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createDonationPurpose } from '../../src/features/donations/donation-purpose.service.ts';
import { createTicketPurpose } from '../../src/features/events/tickets/ticket-purpose.service.ts';
import { createSubscriptionPurpose } from '../../src/features/memberships/subscriptions/subscription-purpose.service.ts';
import { recordCharge } from '../../src/features/payments/charges/charges.service.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { createPayoutOpenings } from '../../src/features/payouts/openings/payout-openings.service.ts';
import { newCharge } from '../support/money-fixture.ts';
import type { TestPaymentsOptions } from '../support/payments/compose.ts';
import { type CrashAt, crashingDatabase } from '../support/payments/crashing-database.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';
import { runRepeatedJobs } from '../support/repeated-jobs.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, hooks, now, sent, rows, donation, expectBalanced } = fixture;
const holder = { userId: null, hasCookie: true };
const notifications = { notify: async () => undefined };
const handlers = [
  createDonationPurpose({ hooks, jobs: queue.jobs, notifications }),
  createTicketPurpose(),
  createSubscriptionPurpose({ hooks, jobs: queue.jobs, notifications, now }),
];
const start = (more: Partial<TestPaymentsOptions> = {}) => fixture.start({ handlers, ...more });

type Payments = ReturnType<typeof start>;

/** Runs `flow` repeatedly, with a crash one step later each time, until it completes. @returns the number of crashes */
async function crashEverywhere(
  at: CrashAt,
  flow: (payments: Payments, run: string, db: TestPaymentsOptions['db']) => Promise<void>,
  afterRestart: (payments: Payments, run: string) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const run = uuidv7();
    const crashing = crashingDatabase(db, step, at);
    const dying = start({ db: crashing.db });
    await flow(dying, run, crashing.db).catch((error: unknown) => {
      if (!crashing.hasCrashed()) throw error;
    });
    await afterRestart(start(), run);
    await expectBalanced();
    if (!crashing.hasCrashed()) return step - 1;
  }
}

/** Runs the waiting jobs and delivers webhooks once, until the process crashes. */
async function work(payments: Payments): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const job of await queue.waiting()) await queue.run(job);
    for (const webhook of sent.splice(0)) await payments.receive(webhook);
  }
}

const creator = await people.streamer();
const [eventId, tierId] = [uuidv7(), uuidv7()];
await db.pool.query(
  `insert into ppv_events (id, creator_id, title, event_date, timezone, duration_minutes, price_cents, capacity, status)
   values ($1, $2, 'A night', '2027-03-01', 'UTC', 60, 700, 100, 'published')`,
  [eventId, creator],
);
await db.pool.query(
  `insert into subscription_tiers (id, creator_id, name, price_monthly, price_yearly) values ($1, $2, 'Deckhand', 500, 5000)`,
  [tierId, creator],
);

/** Purchases, each with a query for the rows that a payer has of it. */
const PURCHASES: Readonly<Record<string, readonly [order: () => CheckoutBody, bought: string]>> = {
  donation: [() => donation(creator), 'donations where donor_id = $1'],
  ticket: [
    () => ({ purpose: 'ticket', method: 'stripe', idempotencyKey: crypto.randomUUID(), eventId }),
    "tickets where holder_id = $1 and status = 'valid'",
  ],
  subscription: [
    () => ({
      purpose: 'subscription',
      method: 'stripe',
      idempotencyKey: crypto.randomUUID(),
      tierId,
      cycle: 'monthly',
    }),
    "tier_subscriptions where user_id = $1 and status = 'active'",
  ],
};

const count = async (of: string, id: UserId) =>
  (await db.pool.query<{ count: number }>(`select count(*)::int from ${of}`, [id])).rows[0]?.count;

it.each(
  Object.entries(PURCHASES).flatMap(([what, purchase]) =>
    (['inside', 'after'] as const).map((at) => [what, at, ...purchase] as const),
  ),
)('sells a %s once when the process dies %s any of its transactions', async (_what, at, order, bought) => {
  const buyers = new Map<string, { readonly payer: UserId; readonly body: CheckoutBody }>();
  async function buyerOf(run: string) {
    const buyer = buyers.get(run) ?? { payer: await people.person(), body: order() };
    buyers.set(run, buyer);
    return buyer;
  }
  const crashes = await crashEverywhere(
    at,
    async (payments, run) => {
      const { payer, body } = await buyerOf(run);
      const { id } = await payments.donate(body, payer);
      await payments.approve(id);
      await work(payments);
      fixture.advance(3_000);
      await payments.checkouts.state(id, holder);
    },
    async (payments, run) => {
      const { payer, body } = await buyerOf(run);
      const { id } = await payments.donate(body, payer).catch((error: unknown) => {
        // The checkout was paid before the crash.
        expect(error).toMatchObject({ code: 'checkout_closed' });
        return { id: null };
      });
      // The payment page is still open if the payer has not paid yet.
      if (id !== null) await payments.approve(id).catch(() => undefined);
      await payments.settle();
      fixture.advance(6 * 60_000);
      await payments.checkouts.sweep(new AbortController().signal);
      expect(await count(bought, payer)).toBe(1);
      expect((await rows('charges')).filter(({ payer_id }) => payer_id === payer)).toMatchObject([
        { status: 'captured' },
      ]);
    },
  );
  expect(crashes).toBeGreaterThanOrEqual(5);
  const seats = await db.pool.query('select total_tickets_sold, tickets_reserved from ppv_events');
  const sold = await count("tickets where event_id = $1 and status = 'valid'", userId.parse(eventId));
  expect(seats.rows).toEqual([{ total_tickets_sold: sold, tickets_reserved: 0 }]);
});

/** @returns the number of objects that the sandbox has made under the key of a run */
async function madeAtSandbox(kind: 'refund' | 'payout', run: string): Promise<number> {
  const { rows: made } = await db.pool.query('select from sandbox_objects where kind = $1 and key = $2', [
    kind,
    run,
  ]);
  return made.length;
}

it.each(['inside', 'after'] as const)(
  'refunds a donation once when the process dies %s any of its transactions',
  async (at) => {
    async function charged() {
      const payments = start();
      const { id } = await payments.donate(donation(creator));
      await payments.approve(id);
      await payments.settle();
      return String((await rows('charges')).find((row) => row.checkout_id === id)?.id);
    }
    const charges = new Map<string, string>();
    const crashes = await crashEverywhere(
      at,
      async (payments, run) => {
        charges.set(run, await charged());
        queue.register(payments.jobs);
        await request(payments, run);
        await work(payments);
      },
      async (payments, run) => {
        await request(payments, run);
        await payments.settle();
        expect((await rows('refunds')).filter((row) => row.charge_id === charges.get(run))).toMatchObject([
          { status: 'succeeded', amount_cents: 1500 },
        ]);
        expect(await madeAtSandbox('refund', run)).toBe(1);
      },
    );
    expect(crashes).toBeGreaterThanOrEqual(3);

    function request(payments: Payments, run: string) {
      const refund = { id: run, chargeId: charges.get(run) ?? '', amountCents: 1500 };
      return payments.transact((tx) =>
        payments.refunds.request(tx, { ...refund, reason: 'Asked for', requestedBy: null }),
      );
    }
  },
);

it.each(['inside', 'after'] as const)(
  'pays a withdrawal out once when the process dies %s any of its transactions',
  async (at) => {
    const movePayouts = (payments: Payments) => runRepeatedJobs(payments, 'money.move-payouts');
    const creators = new Map<string, UserId>();

    /** Creates a creator with 50.00 and an account. */
    async function createCreator(): Promise<UserId> {
      const payments = start();
      const id = await people.streamer();
      const charge = newCharge(id, { grossCents: 5000, feeCents: 0, capturedAt: now() });
      await db.transact((tx) => recordCharge(tx, charge));
      const [publicUrl, emailOf] = ['https://live.example.org', async () => 'ada@example.org'];
      const accounts = createPayoutAccounts({ ...payments, db, emailOf, publicUrl, now });
      const { url } = await accounts.onboard(id, 'sandbox');
      await payments.sandbox.backOffice.completeOnboarding(url.split('/').at(-1) ?? '');
      await payments.settle();
      await fixture.endWaitingTimes();
      return id;
    }

    async function withdraw(
      { providers }: Payments,
      run: string,
      database = db as TestPaymentsOptions['db'],
    ) {
      const openings = createPayoutOpenings({ db: database, jobs: queue.jobs, providers, now });
      await openings.withdraw(creators.get(run) ?? expect.fail(run), run, 3000);
      await fixture.endWaitingTimes();
    }

    const crashes = await crashEverywhere(
      at,
      async (payments, run, database) => {
        creators.set(run, await createCreator());
        queue.register(payments.jobs);
        await withdraw(payments, run, database);
        await movePayouts(payments);
        fixture.advance(61_000);
        await payments.sandbox.advance();
        await work(payments);
      },
      async (payments, run) => {
        await withdraw(payments, run);
        for (let round = 0; round < 2; round++) {
          fixture.advance(11 * 60_000);
          await movePayouts(payments);
          await payments.sandbox.advance();
          await payments.settle();
        }
        expect((await rows('payouts')).filter(({ id }) => id === run)).toMatchObject([
          { status: 'completed' },
        ]);
        expect(await madeAtSandbox('payout', run)).toBe(1);
        const balances = await db.read((reader) => balancesOf(reader, creators.get(run) ?? expect.fail(run)));
        expect(balances).toMatchObject({ availableCents: 2000, inTransitCents: 0 });
      },
    );
    expect(crashes).toBeGreaterThanOrEqual(4);
  },
);
