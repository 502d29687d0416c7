import { PAST_DUE_DAYS, PAST_DUE_REMINDER_DAYS } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { afterEach, expect, it } from 'vitest';
import { createSubscriptionsFixture } from '../../../../test/support/payments/subscriptions-fixture.ts';
import { DAY_MS } from '../../../platform/durations.ts';

const fixture = await createSubscriptionsFixture();
const { db, payments, subscriptions, mails, fan, offer, subscribe, row, chargesOf, pass } = fixture;
const { now, setDeclines, isEntitled, advance, queue, expectBalanced, endAll } = fixture;
const code = (code: string) => expect.objectContaining({ code });
const paid = async (id: string) => (await chargesOf(id)).map(({ gross_cents }) => gross_cents);
/** Advances the clock to the end of the period, and runs everything that is due. */
async function passPeriod(id: string): Promise<void> {
  await pass(new Date(String((await row(id)).current_period_end)).getTime() - now().getTime());
}
const setDown = async (isDown: boolean) => payments.sandbox.backOffice.setOutage(isDown);

afterEach(expectBalanced);
afterEach(endAll);

it('cancels at the end of the paid period, and resumes before it', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  expect(await subscriptions.cancel(payer, id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  expect(await subscriptions.resume(payer, id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  await passPeriod(id);
  expect(await paid(id)).toEqual([500, 500]);
  await subscriptions.cancel(payer, id);
  expect(await isEntitled(payer)).toBe(true);
  await passPeriod(id);
  expect(await row(id)).toMatchObject({ status: 'canceled' });
  expect(await isEntitled(payer)).toBe(false);
  await expect(subscriptions.resume(payer, id)).rejects.toEqual(code('subscription_ended'));
  await subscriptions.cancel(payer, id);
});

it('moves up and down between tiers and cycles, prorated, at their present prices', async () => {
  const [small, large, payer] = [await offer(), await offer({ price_monthly: 1500 }), await fan()];
  const id = await subscribe(small, payer);
  expect(await subscriptions.change(payer, id, { tierId: large, cycle: 'monthly' })).toBeNull();
  expect(await row(id)).toMatchObject({ tier_id: large, price_cents: 1500, pending_change: null });
  expect(await paid(id)).toEqual([500, 1000]);
  await subscriptions.change(payer, id, { tierId: small, cycle: 'monthly' });
  expect(await row(id)).toMatchObject({ tier_id: small, price_cents: 500 });
  expect(await subscriptions.get(payer, id)).toMatchObject({ credit: 1000 });
  // The credit pays for the two periods after it.
  for (const _ of [1, 2]) {
    await passPeriod(id);
    expect(await isEntitled(payer)).toBe(true);
  }
  expect(await paid(id)).toEqual([500, 1000]);
  await passPeriod(id);
  expect(await paid(id)).toEqual([500, 1000, 500]);
  await subscriptions.change(payer, id, { tierId: small, cycle: 'yearly' });
  expect(await row(id)).toMatchObject({ billing_cycle: 'yearly', price_cents: 5000 });
  await payments.settle();
});

it('keeps a trial at its tier, whose billing cycle can change, until the trial has ended', async () => {
  const [small, large] = [await offer({ trial_days: 90 }), await offer({ price_monthly: 90_000 })];
  const [equal, payer] = [await offer(), await fan()];
  const id = await subscribe(small, payer);
  for (const tierId of [large, equal])
    await expect(subscriptions.change(payer, id, { tierId, cycle: 'monthly' })).rejects.toEqual(
      code('subscription_in_trial'),
    );
  expect(await row(id)).toMatchObject({ tier_id: small, status: 'trialing', pending_change: null });
  await subscriptions.change(payer, id, { tierId: small, cycle: 'yearly' });
  expect(await row(id)).toMatchObject({ status: 'trialing', billing_cycle: 'yearly' });
  await subscriptions.change(payer, id, { tierId: small, cycle: 'monthly' });
  await pass(90 * DAY_MS);
  await subscriptions.change(payer, id, { tierId: large, cycle: 'monthly' });
  expect(await row(id)).toMatchObject({ tier_id: large, status: 'active', price_cents: 90_000 });
});

it('changes to a tier of the same price without the provider', async () => {
  const [tier, other, payer] = [await offer(), await offer(), await fan()];
  const id = await subscribe(tier, payer);
  await setDown(true);
  await subscriptions.change(payer, id, { tierId: other, cycle: 'monthly' });
  await setDown(false);
  expect(await row(id)).toMatchObject({ tier_id: other, price_cents: 500 });
});

it('keeps the tier while the provider is unreachable, and continues the same change afterwards', async () => {
  const [tier, large, payer] = [await offer(), await offer({ price_monthly: 1500 }), await fan()];
  const id = await subscribe(tier, payer);
  const change = () => subscriptions.change(payer, id, { tierId: large, cycle: 'monthly' });
  await setDown(true);
  await expect(change()).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(await row(id)).toMatchObject({ tier_id: tier, price_cents: 500 });
  await setDown(false);
  await change();
  await payments.settle();
  await change();
  expect(await row(id)).toMatchObject({ tier_id: large });
  expect(await paid(id)).toEqual([500, 1000]);
});

it('changes nothing if the card is declined', async () => {
  const [tier, large, payer] = [await offer(), await offer({ price_monthly: 1500 }), await fan()];
  const id = await subscribe(tier, payer);
  await setDeclines(id, true);
  await expect(subscriptions.change(payer, id, { tierId: large, cycle: 'monthly' })).rejects.toMatchObject({
    kind: 'conflict',
  });
  expect(await row(id)).toMatchObject({ tier_id: tier, price_cents: 500, pending_change: null });
});

it('refuses changes of subscriptions that cannot be changed', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const free = await offer({ price_monthly: null, price_yearly: null });
  const id = await subscribe(tier, payer);
  const change = (tierId: string, as: UserId = payer) =>
    subscriptions.change(as, id, { tierId, cycle: 'yearly' });
  await expect(change(tier, await fan())).rejects.toEqual(code('subscription_not_found'));
  for (const wrong of [free, crypto.randomUUID(), await offer({ is_active: false })])
    await expect(change(wrong)).rejects.toEqual(code('tier_not_found'));
  await subscriptions.cancel(payer, id);
  await expect(change(tier)).rejects.toEqual(code('subscription_ending'));
  const other = await subscribe(await offer(), await fan());
  await expect(subscriptions.paymentPortal(payer, other)).rejects.toEqual(code('subscription_not_found'));
  expect(await subscriptions.paymentPortal(payer, id)).toMatch(/^\/sandbox\/portal\/sub_/);
});

it('mails when a payment fails and again before the end, and renews once the card works', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  await setDeclines(id, true);
  await passPeriod(id);
  expect(await row(id)).toMatchObject({ status: 'past_due' });
  expect(await isEntitled(payer)).toBe(false);
  const received = () => mails.filter(({ to }) => to.startsWith(payer));
  expect(received().map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^The payment for Tier \d+ failed$/),
  ]);
  expect(received()[0]?.text).toContain('https://live.example.org/subscription-management');
  for (let day = 0; day < PAST_DUE_REMINDER_DAYS; day++) await pass(DAY_MS);
  expect(received().map(({ subject }) => subject)).toEqual([
    expect.stringContaining('failed'),
    expect.stringContaining('is about to end'),
  ]);
  await expect(subscriptions.change(payer, id, { tierId: tier, cycle: 'yearly' })).rejects.toEqual(
    code('subscription_past_due'),
  );
  await setDeclines(id, false);
  expect(await row(id)).toMatchObject({ status: 'active', past_due_since: null, past_due_reminded: false });
  expect(await isEntitled(payer)).toBe(true);
  expect(await paid(id)).toEqual([500, 500]);
});

it('ends an unpaid subscription at once when its subscriber cancels it', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  await setDeclines(id, true);
  await passPeriod(id);
  expect(await subscriptions.cancel(payer, id)).toMatchObject({ status: 'canceled' });
});

it('reads a period that ended without news at the provider, and counts it as overdue without an answer', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  await setDown(true);
  advance(new Date(String((await row(id)).current_period_end)).getTime() - now().getTime() + DAY_MS);
  // The sandbox renews, but its webhooks and its API are cut off.
  await queue.runRepeated();
  for (const job of await queue.waiting()) await queue.remove(job);
  expect(await row(id)).toMatchObject({ status: 'past_due' });
  await setDown(false);
  await queue.runRepeated();
  expect(await row(id)).toMatchObject({ status: 'active', past_due_since: null });
  expect(await paid(id)).toEqual([500, 500]);
});

it('cancels subscriptions at the provider that stay unpaid for too long', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  await setDeclines(id, true);
  await passPeriod(id);
  const since = new Date(now().getTime() - PAST_DUE_DAYS * DAY_MS);
  await db.pool.query('update tier_subscriptions set past_due_since = $2 where id = $1', [id, since]);
  await pass(0);
  expect(await row(id)).toMatchObject({ status: 'canceled', past_due_since: null });
});
