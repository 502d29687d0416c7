/** Random histories of payments, refunds and disputes at Stripe, whose webhooks come late, repeated or not at all. */
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createPaymentsFixture } from '../../../../../test/support/payments/payments-fixture.ts';
import { traitsOf } from '../../../../../test/support/payments/provider-traits.ts';
import { playHistory } from '../../../../../test/support/properties/play-history.ts';
import { comparesEachStep, PROPERTY_TIMEOUT, runs } from '../../../../../test/support/properties/runs.ts';
import { readyAccount } from '../../../../../test/support/stripe/stripe-driver.ts';
import type { Charge } from '../../../../../test/support/stripe/stripe-objects.ts';
import { startStripeServer } from '../../../../../test/support/stripe/stripe-server.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { defineProvider } from '../provider-definition.ts';
import { createStripe } from './stripe.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, donation, expectBalanced } = fixture;
const server = await startStripeServer();
const { store, bank, crashes, events } = server;
vi.stubGlobal('fetch', server.fetch);
afterAll(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});
/** The creator's account at Stripe, and the number of corrections that Stripe has refused. */
const account = { id: '' };
const uncovered = { count: 0 };
const log = { warn: () => void uncovered.count++ };
const definition = defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () =>
  createStripe({ ...server.options, log }),
);
/** Reads as the payer's return does, and logs no refusals. */
const reading = createStripe(server.options);
const payments = fixture.start({
  definitions: [definition],
  variables: { STRIPE_SECRET_KEY: 'of the local server' },
});
const connected = await people.streamer();
const unconnected = await people.streamer();
await db.pool.query(
  `insert into provider_accounts (creator_id, provider, account, is_ready, as_of, payable_at) values ($1, 'stripe', 'none', true, $2, $2)`,
  [connected, fixture.now()],
);
// Without an earlier payout, the platform would hold the payments.
await fixture.addEarlierPayout(connected);
const restoreState = await fixture.saveState();

const index = fc.nat(20);
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay', 'payHeld'),
      index,
      share: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund', 'refundAtStripe', 'dispute', 'dispute', 'inquire'),
      index,
      share: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('failRefund', 'confirmRefund', 'win', 'lose', 'appeal'),
      index,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('crashBefore', 'crashAfter', 'drain', 'topUp', 'slowBank', 'fastBank', 'wait'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('runJob', 'sendDue'), index }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('deliver', 'deliverTwice', 'drop'), index }) },
);
interface Act {
  readonly kind: string;
  readonly index?: number;
  readonly share?: number;
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];

const charges = () => store.all('charge').filter(({ status }) => status === 'succeeded');
const disputesOf = ({ id }: Charge) => store.all('dispute').filter(({ charge }) => charge === id);
const sumOf = (list: readonly { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0);
/** Inquiries withhold no money. */
const isDispute = ({ status }: { status: string }) => !status.startsWith('warning_');
const isOpen = ({ status }: { status: string }) =>
  ['needs_response', 'under_review', 'appeal_under_review'].includes(status);

/** The part of a payment that can still be refunded or disputed at Stripe, in minor units. */
const leftOf = (charge: Charge) =>
  charge.amount -
  charge.amount_refunded -
  sumOf(disputesOf(charge).filter((dispute) => isOpen(dispute) || dispute.status === 'lost'));

/** A multiple of ten cents, so that a fee of 10% has no fractions. */
const partOf = (amount: number, share: number) => Math.max(10, Math.floor(amount / share / 10) * 10);

async function refund(charge: Charge, share: number): Promise<void> {
  const { rows } = await db.pool.query<{ id: string; left: number }>(
    `select id, (gross_cents - refunded_cents - disputed_cents - lost_cents)::int as left from charges where payment_id = $1`,
    [charge.payment_intent],
  );
  const [row] = rows;
  if (!row) return;
  const request = { id: crypto.randomUUID(), chargeId: row.id, amountCents: partOf(row.left, share) };
  await db.transact((tx) =>
    payments.refunds.request(tx, { ...request, reason: 'Asked for', requestedBy: null }),
  );
}

async function deliver(at: number, times: number): Promise<void> {
  const event = pick(events, at);
  for (let time = 0; event && time < times; time++)
    await payments.webhooks.receive('stripe', server.webhookOf(event));
}

async function perform({ kind, index: at = 0, share = 1 }: Act): Promise<void> {
  const charge = pick(charges(), at);
  const refundId = pick(store.all('refund'), at)?.id;
  const disputeId = pick(store.all('dispute').filter(isDispute), at)?.id;
  switch (kind) {
    case 'pay':
    case 'payHeld': {
      const creator = kind === 'pay' ? connected : unconnected;
      const { id } = await payments.donate(donation(creator, { amount: 1000 + share * 100 }));
      return server.people.pay(await payments.pageOf(id));
    }
    case 'refund':
      return charge && refund(charge, share);
    case 'refundAtStripe':
      return charge && void server.people.refund(charge.payment_intent, partOf(leftOf(charge), share));
    case 'dispute': {
      const amount = charge ? partOf(leftOf(charge), share) : 0;
      // Banks give the money of a payment back once.
      if (charge && amount <= leftOf(charge)) server.people.dispute(charge.payment_intent, { amount });
      return;
    }
    case 'inquire':
      return charge && void server.people.dispute(charge.payment_intent, { isInquiry: true });
    case 'failRefund': {
      const isFinal = refundId && store.get('refund', refundId).status === 'failed';
      return refundId && !isFinal ? server.people.failRefund(refundId) : undefined;
    }
    case 'confirmRefund':
      return refundId ? server.people.confirmRefund(refundId) : undefined;
    case 'win':
    case 'lose': {
      const outcome = kind === 'win' ? 'won' : 'lost';
      return disputeId ? server.people.closeDispute(disputeId, outcome) : undefined;
    }
    case 'appeal':
      return disputeId ? server.people.appeal(disputeId) : undefined;
    case 'crashBefore':
      return void crashes.push('before');
    case 'crashAfter':
      return void crashes.push('after');
    case 'drain':
      return server.people.payOutBalance();
    case 'topUp':
      return store.move(null, PLATFORM, 100_000);
    case 'slowBank':
    case 'fastBank':
      bank.refundsLater = kind === 'slowBank';
      return;
    case 'wait':
      return fixture.advance(13 * HOUR_MS);
    case 'runJob': {
      const job = pick(await queue.waiting(), at);
      return job && queue.run(job);
    }
    case 'sendDue':
      return payments.sendDueRefunds();
    case 'deliver':
      return deliver(at, 1);
    case 'deliverTwice':
      return deliver(at, 2);
    case 'drop':
      events.splice(at % Math.max(1, events.length), 1);
      return;
  }
}

async function startOver(): Promise<void> {
  await restoreState();
  server.startOver();
  store.now = fixture.now();
  uncovered.count = 0;
  account.id = readyAccount(server);
  await db.pool.query('update provider_accounts set account = $1', [account.id]);
}

/** Lets Stripe and its banks work again, and retries everything that waits. */
async function settle(): Promise<void> {
  crashes.length = 0;
  bank.refundsLater = false;
  store.move(null, PLATFORM, 10_000_000);
  for (const { id, status } of store.all('refund')) if (status === 'pending') server.people.confirmRefund(id);
  for (const [nth, { id }] of store.all('dispute').filter(isOpen).entries())
    server.people.closeDispute(id, nth % 2 === 0 ? 'lost' : 'won');
  for (let round = 0; round < 2; round++) {
    // Stripe repeats its failures for a day.
    fixture.advance(25 * HOUR_MS);
    store.now = fixture.now();
    for (const { payment_intent: paymentId } of charges()) server.people.announce(paymentId);
    for (const reference of store.all('checkout.session').map(({ id }) => id)) await readAgain(reference);
    await Promise.all(
      events.splice(0).map((event) => payments.webhooks.receive('stripe', server.webhookOf(event))),
    );
    expect(await queue.runAll()).toEqual([]);
    await payments.sendDueRefunds();
    expect(await queue.runAll()).toEqual([]);
  }
}

async function readAgain(reference: string): Promise<void> {
  const facts = await reading.readCheckout(reference);
  await db.transact((tx) => payments.settlement.apply(tx, 'stripe', facts, fixture.now()));
}

async function inLedger() {
  const { rows } = await db.pool.query(
    `select payment_id as id, gross_cents::int as amount, refunded_cents::int as refunded, lost_cents::int as lost,
       disputed_cents::int as disputed from charges order by payment_id`,
  );
  return rows;
}

/** The net that the creator has received directly, less what was taken back, in minor units. */
async function receivedInLedger(): Promise<number> {
  const { rows } = await db.pool.query<{ sum: number }>(
    `select coalesce(sum(e.amount), 0)::int as sum from ledger_entries e
       join ledger_accounts a on a.id = e.account_id where a.kind = 'creator_received'`,
  );
  return rows[0]?.sum ?? 0;
}

const atStripe = () =>
  charges()
    .map((charge) => ({
      id: charge.payment_intent,
      amount: charge.amount,
      refunded: charge.amount_refunded,
      lost: sumOf(disputesOf(charge).filter(({ status }) => status === 'lost')),
      disputed: sumOf(disputesOf(charge).filter(isOpen)),
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id));

const scene = {
  begin: startOver,
  perform,
  advance() {
    fixture.advance(1_000);
    store.now = fixture.now();
  },
  settle,
  expectBalanced,
};

it(
  'ends with a balanced ledger that agrees with Stripe, whatever fails and whichever webhooks arrive',
  PROPERTY_TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 10, maxLength: 40 }),
        comparesEachStep(),
        async (acts, comparesEach) => {
          await playHistory(scene, acts, comparesEach);
          expect(await inLedger()).toEqual(atStripe());
          if (!uncovered.count) expect(await receivedInLedger()).toBe(store.balanceOf(account.id));
        },
      ),
      runs(5),
    );
  },
);
