/**
 * Random histories of subscriptions at Stripe: renewals that are paid, fail and are paid later, cancellations here, in
 * the portal and at once, other tiers, refunds and disputes, whose webhooks come late, repeated or not at all.
 */
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { traitsOf } from '../../../../../test/support/payments/provider-traits.ts';
import { createSubscriptionsFixture } from '../../../../../test/support/payments/subscriptions-fixture.ts';
import {
  bookedPayments,
  bookedSubscriptions,
  byId,
} from '../../../../../test/support/properties/booked-rows.ts';
import { attempt, playHistory } from '../../../../../test/support/properties/play-history.ts';
import { comparesEachStep, PROPERTY_TIMEOUT, runs } from '../../../../../test/support/properties/runs.ts';
import type { Subscription } from '../../../../../test/support/stripe/stripe-objects.ts';
import { startStripeServer } from '../../../../../test/support/stripe/stripe-server.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { defineProvider } from '../provider-definition.ts';
import { createStripe } from './stripe.ts';

const server = await startStripeServer();
const { store, bank, events } = server;
vi.stubGlobal('fetch', server.fetch);
afterAll(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});
const definition = defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () =>
  createStripe(server.options),
);
const fixture = await createSubscriptionsFixture({
  definitions: [definition],
  variables: { STRIPE_SECRET_KEY: 'of the local server' },
});
const { db, queue, payments, subscriptions, now, advance, expectBalanced } = fixture;
const reading = createStripe(server.options);
const tiers = [await fixture.offer(), await fixture.offer({ price_monthly: 1500, price_yearly: 15_000 })];
const fans = [await fixture.fan(), await fixture.fan()];
const restoreState = await fixture.saveState();

const KINDS = [
  ...['subscribe', 'subscribe', 'renew', 'renew', 'renew', 'failToRenew', 'retry'],
  ...['cancel', 'resume', 'cancelInPortal', 'cancelAtOnce', 'change'],
  ...['refund', 'refundAtStripe', 'dispute', 'win', 'lose', 'wait'],
  ...['deliver', 'deliver', 'deliverTwice', 'drop', 'runJob', 'runRepeated'],
] as const;
const act = fc.record({ kind: fc.constantFrom(...KINDS), index: fc.nat(20) });
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];

const charges = () => store.all('charge').filter(({ status }) => status === 'succeeded');
const endOf = (subscription: Subscription): number => subscription.items.data[0].current_period_end * 1000;
const checkoutOf = ({ metadata }: Subscription): string => metadata.checkout_id ?? '';
const running = () => store.all('subscription').filter(({ status }) => status !== 'canceled');

function advanceTo(ms: number): void {
  advance(Math.max(0, ms - now().getTime()));
  store.now = now();
}

function renew(subscription: Subscription, fails: boolean): void {
  advanceTo(endOf(subscription));
  bank.isDeclining = fails;
  server.people.renew(subscription.id);
  bank.isDeclining = false;
  store.now = now();
}

async function subscriberOf(subscription: Subscription) {
  const { user_id: userId } = await fixture.row(checkoutOf(subscription));
  return fans.find((fan) => fan === userId) ?? expect.fail(`${userId} is no subscriber`);
}

async function refund(paymentId: string, share: number): Promise<void> {
  const { rows } = await db.pool.query<{ id: string; left: number }>(
    `select id, (gross_cents - refunded_cents - disputed_cents - lost_cents)::int as left from charges where payment_id = $1`,
    [paymentId],
  );
  const [row] = rows;
  if (!row) return;
  const request = { id: crypto.randomUUID(), chargeId: row.id, amountCents: Math.ceil(row.left / share) };
  await db.transact((tx) => payments.refunds.request(tx, { ...request, reason: '', requestedBy: null }));
}

async function deliver(at: number, times: number): Promise<void> {
  const event = pick(events, at);
  for (let time = 0; event && time < times; time++)
    await payments.webhooks.receive('stripe', server.webhookOf(event));
}

async function perform({ kind, index }: Act): Promise<unknown> {
  const subscription = pick(running(), index);
  const charge = pick(charges(), index);
  const dispute = pick(store.all('dispute'), index);
  const left = charge ? charge.amount - charge.amount_refunded : 0;
  switch (kind) {
    case 'subscribe': {
      const tier = tiers[index % 2] ?? '';
      const fan = pick(fans, index >> 1) ?? null;
      const { id } = await fixture.open(tier, fan, index % 3 === 0 ? 'yearly' : 'monthly');
      return server.people.pay(await payments.pageOf(id));
    }
    case 'renew':
    case 'failToRenew':
      return subscription && renew(subscription, kind === 'failToRenew');
    case 'retry': {
      const open = pick(
        store.all('invoice').filter(({ status }) => status === 'open'),
        index,
      );
      return open && server.people.retry(open.id);
    }
    case 'cancel':
      return subscription && subscriptions.cancel(await subscriberOf(subscription), checkoutOf(subscription));
    case 'resume':
      return subscription && subscriptions.resume(await subscriberOf(subscription), checkoutOf(subscription));
    case 'cancelInPortal':
      return subscription && server.people.cancelInPortal(subscription.id);
    case 'cancelAtOnce':
      return subscription && server.people.cancelAtOnce(subscription.id);
    case 'change': {
      const to = { tierId: tiers[index % 2] ?? '', cycle: index % 3 === 0 ? 'yearly' : 'monthly' } as const;
      return (
        subscription && subscriptions.change(await subscriberOf(subscription), checkoutOf(subscription), to)
      );
    }
    case 'refund':
      return charge && refund(charge.payment_intent, 1 + (index % 3));
    case 'refundAtStripe':
      return charge && server.people.refund(charge.payment_intent, Math.ceil(left / (1 + (index % 3))));
    case 'dispute':
      return charge && left > 0 && !charge.disputed
        ? server.people.dispute(charge.payment_intent, { amount: left })
        : undefined;
    case 'win':
    case 'lose':
      return dispute && server.people.closeDispute(dispute.id, kind === 'win' ? 'won' : 'lost');
    case 'wait':
      return advanceTo(now().getTime() + index * 6 * HOUR_MS);
    case 'deliver':
      return deliver(index, 1);
    case 'deliverTwice':
      return deliver(index, 2);
    case 'drop':
      return events.splice(index % Math.max(1, events.length), 1);
    case 'runJob': {
      const job = pick(await queue.waiting(), index);
      return job && queue.run(job);
    }
    case 'runRepeated':
      return queue.runRepeated();
  }
}

/** Lets everything happen that is due at Stripe, and retries everything that waits. */
async function settle(): Promise<void> {
  store.move(null, PLATFORM, 10_000_000);
  for (const { id, status } of store.all('dispute')) {
    if (status === 'needs_response') server.people.closeDispute(id, 'lost');
  }
  for (let round = 0; round < 2; round++) {
    // Stripe repeats its failures for a day.
    advanceTo(now().getTime() + 25 * HOUR_MS);
    for (const one of running())
      while (one.status !== 'canceled' && endOf(one) <= now().getTime()) {
        const at = now().getTime();
        renew(one, false);
        advanceTo(at);
      }
    for (const { payment_intent: paymentId } of charges()) server.people.announce(paymentId);
    const sessions = store.all('checkout.session').map(({ id }) => id);
    for (const reference of sessions) {
      const asOf = now();
      const facts = await reading.readCheckout(reference);
      await db.transact((tx) => payments.settlement.apply(tx, 'stripe', facts, asOf));
    }
    await Promise.all(
      events.splice(0).map((event) => payments.webhooks.receive('stripe', server.webhookOf(event))),
    );
    expect(await queue.runAll()).toEqual([]);
    await payments.sendDueRefunds();
    await queue.runRepeated();
    expect(await queue.runAll()).toEqual([]);
  }
}

const sumOf = (list: readonly { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0);

const paidAtStripe = () =>
  charges()
    .map(({ id, payment_intent: paymentId, amount, amount_refunded: refunded }) => ({
      id: paymentId,
      amount,
      refunded,
      lost: sumOf(store.all('dispute').filter((one) => one.charge === id && one.status === 'lost')),
    }))
    .toSorted(byId);

const subscribedAtStripe = () =>
  store
    .all('subscription')
    .map((one) => {
      const isCanceled = one.status === 'canceled';
      const end = endOf(one);
      const ends = one.cancel_at_period_end || (one.cancel_at !== null && one.cancel_at * 1000 <= end);
      const [{ price }] = one.items.data;
      return {
        id: checkoutOf(one),
        status: one.status,
        price: price.unit_amount,
        ...(!isCanceled && { end: new Date(end), ends }),
      };
    })
    .toSorted(byId);

const scene = {
  begin: async () => {
    await restoreState();
    server.startOver();
    store.now = now();
    await attempt(() => perform({ kind: 'subscribe', index: 0 }));
  },
  perform,
  advance: () => advanceTo(now().getTime() + 1_000),
  settle,
  expectBalanced,
};

it('ends with a balanced ledger, and with the payments and states of Stripe', PROPERTY_TIMEOUT, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 5, maxLength: 30 }),
      comparesEachStep(),
      async (acts, comparesEach) => {
        await playHistory(scene, acts, comparesEach);
        expect(await bookedPayments(db)).toEqual(paidAtStripe());
        const here = await bookedSubscriptions(db, 'stripe');
        const known = new Set(here.map(({ id }) => id));
        const unwanted = subscribedAtStripe().filter(({ id }) => !known.has(id));
        // These are second subscriptions of a person to the channel.
        expect(unwanted.filter(({ status }) => status !== 'canceled')).toEqual([]);
        expect(here).toEqual(subscribedAtStripe().filter(({ id }) => known.has(id)));
      },
    ),
    runs(5),
  );
});
