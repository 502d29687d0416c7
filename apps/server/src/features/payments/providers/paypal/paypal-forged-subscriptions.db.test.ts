/** Subscriptions that payers start at PayPal without a payment page, or move to another plan there. */
import type { UserId } from '@tributary/contracts/shared';
import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { traitsOf } from '../../../../../test/support/payments/provider-traits.ts';
import { createSubscriptionsFixture } from '../../../../../test/support/payments/subscriptions-fixture.ts';
import { idOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { startPaypalServer } from '../../../../../test/support/paypal/paypal-server.ts';
import { defineProvider } from '../provider-definition.ts';
import { createPaypal } from './paypal.ts';
import { customId } from './paypal-objects.ts';

const server = await startPaypalServer();
afterAll(() => server[Symbol.asyncDispose]());
const { store, people: acts } = server;
const definition = defineProvider(traitsOf('paypal'), { clientId: z.string() }, async () =>
  createPaypal(server.options),
);
const fixture = await createSubscriptionsFixture({
  definitions: [definition],
  variables: { PAYPAL_CLIENT_ID: 'of the local server' },
});
const { queue, payments, now, fan, offer, rows } = fixture;
// The certificate of the local server is valid from now on.
fixture.advance(Date.parse('2031-03-03T12:00:00Z') - now().getTime());
let delivered = 0;

afterEach(fixture.expectBalanced);

async function settle(): Promise<void> {
  for (;;) {
    store.now = now();
    expect(await queue.runAll()).toEqual([]);
    const events = server.events.slice(delivered);
    if (events.length === 0) return;
    delivered = server.events.length;
    for (const event of events) await payments.webhooks.receive('paypal', server.webhookOf(event));
  }
}

async function openPage(payer: UserId, priceCents: number) {
  const tierId = await offer({ price_monthly: priceCents, price_yearly: priceCents * 10 });
  store.now = now();
  const { id } = await payments.open(
    {
      purpose: 'subscription',
      method: 'paypal',
      idempotencyKey: crypto.randomUUID(),
      tierId,
      cycle: 'monthly',
    },
    { userId: payer, network: '192.0.2.1' },
  );
  const subscriptionId = idOf(await payments.pageOf(id));
  return { id, subscriptionId, planId: store.get('subscription', subscriptionId).plan_id };
}

const subscriptionOf = async (id: string) =>
  (await rows('tier_subscriptions')).find((subscription) => subscription.id === id);
const chargesOf = async (id: string) =>
  (await rows('charges')).filter(({ checkout_id }) => checkout_id === id).map(({ status }) => status);
const statusAtPaypal = (id: string) => store.get('subscription', id).status;

it('cancels and refunds a subscription that a payer starts on a cheaper plan with the checkout of an expensive tier', async () => {
  const payer = await fan();
  const expensive = await openPage(payer, 90_000);
  const cheap = await openPage(await fan(), 100);
  const forged = store.add('subscription', {
    plan_id: cheap.planId,
    custom_id: customId('checkout', expensive.id),
    status: 'APPROVAL_PENDING',
    create_time: store.time,
    start_time: store.time,
    nextBilling: null,
    failedPayments: 0,
    revisedPlanId: null,
    note: null,
  });
  acts.approve(forged.id);
  await settle();
  expect(await subscriptionOf(expensive.id)).toBeUndefined();
  expect(statusAtPaypal(forged.id)).toBe('CANCELLED');
  expect(await chargesOf(expensive.id)).toEqual(['refunded']);
  // The real payment page still works, and the forged subscription does not end the one that it starts.
  acts.approve(expensive.subscriptionId);
  await settle();
  expect(await subscriptionOf(expensive.id)).toMatchObject({ status: 'active', price_cents: 90_000 });
  expect(await chargesOf(expensive.id)).toEqual(['refunded', 'captured']);
  expect(statusAtPaypal(expensive.subscriptionId)).toBe('ACTIVE');
});

it('cancels a subscription, and refunds its payment, when the payer moves it to a plan with another price', async () => {
  const payer = await fan();
  const expensive = await openPage(payer, 90_000);
  const cheap = await openPage(await fan(), 100);
  acts.approve(expensive.subscriptionId);
  await settle();
  expect(await subscriptionOf(expensive.id)).toMatchObject({ status: 'active' });
  Object.assign(store.get('subscription', expensive.subscriptionId), { plan_id: cheap.planId });
  acts.renew(expensive.subscriptionId);
  fixture.advance(store.now.getTime() - now().getTime());
  await settle();
  expect(await subscriptionOf(expensive.id)).toMatchObject({ status: 'canceled' });
  expect(statusAtPaypal(expensive.subscriptionId)).toBe('CANCELLED');
  expect(await chargesOf(expensive.id)).toEqual(['captured', 'refunded']);
  expect(await fixture.isEntitled(payer)).toBe(false);
});
