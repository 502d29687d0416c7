/**
 * Checks who may watch after random histories of payments for subscriptions, tickets and gifts, with refunds, disputes,
 * renewals, outages and lost, late and repeated webhooks: exactly those for whom the provider holds money that was not
 * taken back.
 */
import { RENEWAL_HOURS } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { hasValidTicket } from '../../src/features/events/tickets/tickets.repo.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { createSubscriptionsFixture } from '../support/payments/subscriptions-fixture.ts';
import { PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const fixture = await createSubscriptionsFixture();
const { db, queue, sent, now, payments, subscriptions, creator, fan, offer, expectBalanced } = fixture;
const { sandbox } = payments;
const tier = await offer();
const restoreState = await fixture.saveState();

const index = fc.nat(20);
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('subscribe', 'ticket', 'gift'), index }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('refund', 'refundPart', 'refundAtProvider'), index }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('dispute', 'win', 'lose'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'decline', 'accept'), index }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('deliver', 'deliverTwice', 'drop', 'runJob'), index }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('outage', 'repair', 'pass', 'settle'), index }) },
);

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];
/** Runs a step that the sandbox may refuse, or that is tried again later. */
const attempt = (work: Promise<unknown>) => work.catch(() => undefined);

interface Payment {
  readonly id: string;
  readonly checkoutId: string;
  readonly at: Date;
  readonly leftCents: number;
}

/** The payments at the provider, each less what was refunded, disputed or lost. */
const paymentsAtProvider = async (checkouts: readonly string[]) =>
  (
    await db.pool.query<Payment>(
      `select p.id, s.state->>'checkoutId' as "checkoutId", p.created_at as at,
         (p.state->>'amountCents')::int - (p.state->>'refundedCents')::int - coalesce((
           select sum((d.state->>'amountCents')::int) from sandbox_objects d
           where d.parent = p.id and d.kind = 'dispute' and d.state->>'status' <> 'won'), 0)::int as "leftCents"
       from sandbox_objects p join sandbox_objects s on s.id = p.parent
       where p.kind = 'payment' and s.state->>'checkoutId' = any($1) order by p.created_at, p.id`,
      [checkouts],
    )
  ).rows;

interface Billed {
  readonly id: string;
  readonly checkoutId: string;
  readonly state: { status: string; periodStart: string; periodEnd: string; cancelAtPeriodEnd: boolean };
}

const billedAtProvider = async (checkouts: readonly string[]) =>
  (
    await db.pool.query<Billed>(
      `select b.id, s.state->>'checkoutId' as "checkoutId", b.state
       from sandbox_objects b join sandbox_objects s on s.id = b.parent
       where b.kind = 'subscription' and s.state->>'checkoutId' = any($1) order by b.created_at, b.id`,
      [checkouts],
    )
  ).rows;

/** Creates a subscriber, a ticket holder and a recipient, each entitled by one purchase only, and their checkouts. */
async function createHistory() {
  const [subscriber, holder, giver, recipient] = [await fan(), await fan(), await fan(), await fan()];
  const event = uuidv7();
  await db.pool.query(
    `insert into ppv_events (id, creator_id, title, event_date, timezone, duration_minutes, price_cents, status)
     values ($1, $2, 'A night', $3, 'UTC', 60, 700, 'published')`,
    [event, creator, new Date(now().getTime() + 3650 * DAY_MS)],
  );
  const { rows } = await db.pool.query('select username from profiles where id = $1', [recipient]);
  const opened: { id: string; purpose: 'subscribe' | 'ticket' | 'gift' }[] = [];

  async function buy(purpose: 'subscribe' | 'ticket' | 'gift'): Promise<void> {
    const ticket = { purpose: 'ticket', method: 'stripe', eventId: event } as const;
    const open = {
      subscribe: async () => (await fixture.open(tier, subscriber)).id,
      ticket: async () =>
        (
          await payments.open(
            { ...ticket, idempotencyKey: crypto.randomUUID() },
            { userId: holder, network: fixture.network() },
          )
        ).id,
      gift: () => fixture.give(tier, giver, rows[0].username, 12),
    }[purpose];
    const id = await open().catch(() => null);
    if (id === null) return;
    opened.push({ id, purpose });
    await attempt(payments.approve(id));
  }

  async function perform(kind: string, at: number): Promise<unknown> {
    const ids = opened.map(({ id }) => id);
    async function atPayment(work: (id: string) => Promise<unknown>): Promise<unknown> {
      const payment = pick(await paymentsAtProvider(ids), at);
      return payment && attempt(work(payment.id));
    }
    async function atBilled(work: (billed: Billed) => Promise<unknown>): Promise<unknown> {
      const billed = pick(await billedAtProvider(ids), at);
      return billed && attempt(work(billed));
    }
    const webhook = pick(sent, at);
    switch (kind) {
      case 'subscribe':
      case 'ticket':
      case 'gift':
        return buy(kind);
      case 'refund':
      case 'refundPart': {
        const charges = (await fixture.rows('charges')).filter(({ checkout_id }) =>
          ids.includes(String(checkout_id)),
        );
        const charge = pick(charges, at);
        if (!charge) return;
        const amountCents = Math.ceil(Number(charge.gross_cents) / (kind === 'refund' ? 1 : 3));
        const refund = { id: uuidv7(), chargeId: String(charge.id), amountCents };
        return attempt(
          db.transact((tx) => payments.refunds.request(tx, { ...refund, reason: '', requestedBy: null })),
        );
      }
      case 'refundAtProvider':
        return atPayment((id) => sandbox.backOffice.refundRest(id));
      case 'dispute':
        return atPayment((id) => sandbox.backOffice.openDispute(id));
      case 'win':
      case 'lose': {
        const { rows: disputes } = await db.pool.query<{ id: string }>(
          "select id from sandbox_objects where kind = 'dispute' and state->>'status' = 'open' order by created_at, id",
        );
        const dispute = pick(disputes, at);
        return (
          dispute && attempt(sandbox.backOffice.settleDispute(dispute.id, kind === 'win' ? 'won' : 'lost'))
        );
      }
      case 'cancel':
        return atBilled(({ checkoutId }) => subscriptions.cancel(subscriber, checkoutId));
      case 'decline':
      case 'accept':
        return atBilled(({ id }) => sandbox.billing.setDeclines(id, kind === 'decline'));
      case 'deliver':
      case 'deliverTwice':
        if (!webhook) return;
        return Promise.all([
          payments.receive(webhook),
          ...(kind === 'deliver' ? [] : [payments.receive(webhook)]),
        ]);
      case 'drop':
        return sent.splice(at % Math.max(1, sent.length), 1);
      case 'runJob': {
        const job = pick(await queue.waiting(), at);
        return job && attempt(queue.run(job));
      }
      case 'pass':
        fixture.advance(at * DAY_MS);
        // Drops webhooks that were signed days ago, which are refused. Their facts are read at the end.
        if (at > 0) sent.length = 0;
        return attempt(queue.runRepeated());
      case 'settle':
        return attempt(payments.settle());
      default:
        return sandbox.backOffice.setOutage(kind === 'outage');
    }
  }

  /** Ends the outage, and lets every payment page announce its state once more, as providers do by later webhooks. */
  async function reconcile(): Promise<void> {
    await sandbox.backOffice.setOutage(false);
    for (let round = 0; round < 2; round++) {
      await queue.runRepeated();
      await payments.settle();
      for (const { id } of opened) {
        const facts = await sandbox.provider.readCheckout(await payments.pageOf(id));
        await db.transact((tx) => payments.settlement.apply(tx, 'sandbox', facts, now()));
      }
      fixture.advance(2 * 3_600_000);
    }
    await payments.settle();
  }

  async function expected() {
    const of = (purpose: string) => opened.filter((one) => one.purpose === purpose).map(({ id }) => id);
    const isLeft = ({ leftCents }: Payment) => leftCents > 0;
    const paid = await paymentsAtProvider(of('subscribe'));
    const subscribed = (await billedAtProvider(of('subscribe'))).some(({ checkoutId, state }) => {
      const renewalMs = state.cancelAtPeriodEnd ? 0 : RENEWAL_HOURS * 3_600_000;
      if (state.status !== 'active' || now().getTime() >= Date.parse(state.periodEnd) + renewalMs)
        return false;
      const own = paid.filter((payment) => payment.checkoutId === checkoutId);
      const last = own.at(-1)?.at.getTime() ?? 0;
      return own.some(
        (payment) => isLeft(payment) && payment.at.getTime() >= Math.min(last, Date.parse(state.periodStart)),
      );
    });
    const gifts = (await paymentsAtProvider(of('gift'))).filter(
      (payment) => isLeft(payment) && now().getTime() < payment.at.getTime() + 365 * DAY_MS,
    );
    const tickets = (await paymentsAtProvider(of('ticket'))).filter(isLeft);
    return { subscribed, given: gifts.length > 0, admitted: tickets.length > 0 };
  }

  const isEntitled = (id: UserId) => fixture.isEntitled(id);
  const actual = async () => ({
    subscribed: await isEntitled(subscriber),
    given: await isEntitled(recipient),
    admitted: await db.read((reader) => hasValidTicket(reader, event, holder)),
  });
  return { perform, reconcile, expected, actual };
}

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function follow(acts: readonly Act[]): Promise<void> {
  await restoreState();
  const { perform, reconcile, expected, actual } = await createHistory();
  for (const { kind, index: at } of acts) {
    await perform(kind, at);
    fixture.advance(1_000);
  }
  await reconcile();
  await expectBalanced();
  expect(await actual()).toEqual(await expected());
}

/** Histories that once ended with a payment that gave no access. */
const FOUND: [Act[]][] = [
  // A ticket is bought while the payment of another one is disputed. The dispute is won, and the new ticket is
  // refunded.
  [
    [
      { kind: 'drop', index: 3 },
      { kind: 'ticket', index: 3 },
      { kind: 'dispute', index: 10 },
      { kind: 'repair', index: 15 },
      { kind: 'deliverTwice', index: 19 },
      { kind: 'subscribe', index: 3 },
      { kind: 'ticket', index: 7 },
      { kind: 'runJob', index: 12 },
      { kind: 'pass', index: 9 },
      { kind: 'ticket', index: 6 },
      { kind: 'subscribe', index: 6 },
      { kind: 'refundAtProvider', index: 8 },
      { kind: 'gift', index: 17 },
      { kind: 'win', index: 6 },
      { kind: 'deliver', index: 13 },
      { kind: 'subscribe', index: 20 },
      { kind: 'subscribe', index: 11 },
    ],
  ],
];

it(
  'entitles exactly those whose payments were not taken back, after any history',
  PROPERTY_TIMEOUT,
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), follow), {
      ...runs(12),
      examples: FOUND,
    });
  },
);
