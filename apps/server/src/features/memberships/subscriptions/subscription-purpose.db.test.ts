import { RENEWAL_HOURS } from '@tributary/contracts/memberships';
import { afterEach, expect, it } from 'vitest';
import { createSubscriptionsFixture } from '../../../../test/support/payments/subscriptions-fixture.ts';
import { DAY_MS } from '../../../platform/durations.ts';

const fixture = await createSubscriptionsFixture();
const { db, payments, subscriptions, creator, fan, offer, open, subscribe, row, chargesOf, pass } = fixture;
const { now, isEntitled, notified, sent, advance, expectBalanced, endAll } = fixture;
const code = (code: string) => expect.objectContaining({ code });
const holderOf = (userId: Awaited<ReturnType<typeof fan>>) => ({ userId, hasCookie: false });

afterEach(expectBalanced);
afterEach(endAll);

it('starts a paid subscription with its payment, and notifies the creator once', async () => {
  const [tier, payer] = [await offer(), await fan()];
  notified.length = 0;
  const id = await subscribe(tier, payer);
  expect(await row(id)).toMatchObject({ tier_id: tier, user_id: payer, status: 'active', price_cents: 500 });
  expect(await chargesOf(id)).toMatchObject([{ purpose: 'subscription', gross_cents: 500, fee_cents: 50 }]);
  expect(await subscriptions.get(payer, id)).toMatchObject({
    provider: 'sandbox',
    credit: 0,
    price: 500,
    status: 'active',
  });
  await expect(subscriptions.get(await fan(), id)).rejects.toEqual(code('subscription_not_found'));
  expect(await isEntitled(payer)).toBe(true);
  expect(notified).toMatchObject([{ userId: creator, actorId: payer, type: 'subscription' }]);
});

it('starts one subscription if the payer returns before the webhook arrives', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const { id } = await open(tier, payer, 'yearly');
  await payments.approve(id);
  advance(3_000);
  expect((await payments.checkouts.state(id, holderOf(payer))).status).toBe('paid');
  expect(await row(id)).toMatchObject({ status: 'active', billing_cycle: 'yearly', price_cents: 5000 });
  await payments.settle();
  expect(await chargesOf(id)).toHaveLength(1);
});

it('charges nothing for the trial, then each period, at the price that was agreed to', async () => {
  const [tier, payer] = [await offer({ trial_days: 7 }), await fan()];
  expect((await subscriptions.toTier(payer, tier)).trialDays).toBe(7);
  const id = await subscribe(tier, payer);
  expect(await row(id)).toMatchObject({ status: 'trialing' });
  expect(await chargesOf(id)).toEqual([]);
  expect(await isEntitled(payer)).toBe(true);
  await db.pool.query('update subscription_tiers set price_monthly = 900 where id = $1', [tier]);
  await pass(7 * DAY_MS);
  expect(await row(id)).toMatchObject({ status: 'active', price_cents: 500 });
  await pass(31 * DAY_MS);
  expect((await chargesOf(id)).map(({ gross_cents }) => gross_cents)).toEqual([500, 500]);
  expect(await isEntitled(payer)).toBe(true);
});

it('gives a trial once per person and tier', async () => {
  const [tier, payer] = [await offer({ trial_days: 7 }), await fan()];
  const id = await subscribe(tier, payer);
  await subscriptions.cancel(payer, id);
  await pass(7 * DAY_MS);
  expect(await row(id)).toMatchObject({ status: 'canceled' });
  expect((await subscriptions.toTier(payer, tier)).trialDays).toBe(0);
  const again = await subscribe(tier, payer);
  expect(await row(again)).toMatchObject({ status: 'active', trial_end: null });
  expect(await chargesOf(again)).toHaveLength(1);
});

it('refuses a subscription that cannot be had, naming the field', async () => {
  const payer = await fan();
  const free = await offer({ price_monthly: null, price_yearly: null });
  const held = await offer();
  await subscribe(held, payer);
  const refusals: [string, () => Promise<unknown>][] = [
    ['subscription_needs_account', async () => open(await offer(), null)],
    ['tier_not_found', () => open(crypto.randomUUID(), payer)],
    ['tier_not_found', async () => open(await offer({ is_active: false }), payer)],
    ['own_tier', async () => open(await offer(), creator)],
    ['tier_is_free', () => open(free, payer)],
    ['already_subscribed', () => open(held, payer)],
    ['already_subscribed', async () => open(await offer(), payer)],
  ];
  for (const [refusal, attempt] of refusals) {
    await expect(attempt(), refusal).rejects.toMatchObject({
      code: refusal,
      errors: [{ pointer: '/tierId' }],
    });
  }
});

it('opens one payment page of a person for a channel at a time, under concurrent requests', async () => {
  const [tier, other, payer] = [await offer(), await offer(), await fan()];
  const answers = await Promise.allSettled([open(tier, payer), open(other, payer), open(tier, payer)]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { checkoutId } = await subscriptions.toTier(payer, tier);
  await payments.checkouts.cancel(String(checkoutId), holderOf(payer));
  await payments.settle();
  expect((await subscriptions.toTier(payer, tier)).checkoutId).toBeNull();
  expect((await open(tier, payer)).id).not.toBe(checkoutId);
});

it('counts a period for the hours in which the provider charges for the next period, unless it is canceled', async () => {
  const [tier, payer, leaver] = [await offer(), await fan(), await fan()];
  const id = await subscribe(tier, payer);
  await subscriptions.cancel(leaver, await subscribe(tier, leaver));
  const periodEnd = (await subscriptions.get(payer, id)).currentPeriodEnd;
  advance(Date.parse(periodEnd) - now().getTime());
  expect([await isEntitled(payer), await isEntitled(leaver)]).toEqual([true, false]);
  advance(RENEWAL_HOURS * 3_600_000);
  expect(await isEntitled(payer)).toBe(false);
  await pass(0);
  expect(await isEntitled(payer)).toBe(true);
});

it('ends the entitlement with a refund, and starts it again with the next payment', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  const [charge] = await chargesOf(id);
  await payments.sandbox.backOffice.refundRest(String(charge?.payment_id));
  await payments.settle();
  expect(await isEntitled(payer)).toBe(false);
  await pass(31 * DAY_MS);
  expect(await chargesOf(id)).toHaveLength(2);
  expect(await isEntitled(payer)).toBe(true);
});

it('cancels the subscription at the provider, and refunds later charges, when the creator’s account is deleted', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const { id } = await open(tier, payer);
  await db.pool.query('update checkouts set creator_id = null where id = $1', [id]);
  await payments.approve(id);
  await payments.settle();
  const { rows } = await db.pool.query('select status from charges where checkout_id = $1', [id]);
  expect(rows).toEqual([{ status: 'refunded' }]);
  expect(await fixture.rows('tier_subscriptions')).not.toContainEqual(expect.objectContaining({ id }));
  await pass(31 * DAY_MS);
  expect((await db.pool.query('select id from charges where checkout_id = $1', [id])).rowCount).toBe(1);
  expect(sent).toEqual([]);
});
