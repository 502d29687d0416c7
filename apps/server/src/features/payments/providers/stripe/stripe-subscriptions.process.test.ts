import { describe, expect, it } from 'vitest';
import { capturedIn, openStripe, refundOf } from '../../../../../test/support/stripe/stripe-fixture.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact } from '../provider.ts';

const startedIn = (facts: readonly ProviderFact[]) =>
  facts.find((fact) => fact.kind === 'subscription') ?? expect.fail('No subscription was reported');

async function subscribe(trialDays = 0) {
  const stripe = await openStripe();
  const { provider, open, people } = stripe;
  const subscriptions = provider.subscriptions ?? expect.fail('The provider has no subscriptions');
  const checkout = await open({
    purpose: 'subscription',
    amountCents: 500,
    subscription: { cycle: 'monthly', trialDays },
  });
  people.pay(checkout.reference);
  const facts = await provider.readCheckout(checkout.reference);
  return { ...stripe, subscriptions, checkout, facts, ...startedIn(facts) };
}

describe('subscriptions through Stripe', () => {
  it('shares each renewal between the connected account and the platform', async () => {
    const { subscriptionId, people, store, account } = await subscribe();
    people.renew(subscriptionId);
    expect(store.balanceOf(account)).toBe(900);
    expect(store.balanceOf(PLATFORM)).toBe(100);
  });

  it('reports a renewal as a payment of its own, under the checkout that started the subscription', async () => {
    const { subscriptionId, checkout, people, events, factsOf, facts, periodEnd } = await subscribe();
    people.renew(subscriptionId);
    const renewal = capturedIn(await factsOf(events.findLast(({ type }) => type === 'invoice.paid')));
    expect(renewal).toMatchObject({
      checkoutId: checkout.request.id,
      subscription: { periodStart: periodEnd },
    });
    expect(renewal.paymentId).not.toBe(capturedIn(facts).paymentId);
  });

  it('charges the first payment after a trial', async () => {
    const { subscriptionId, people, events, factsOf, trialEnd } = await subscribe(7);
    people.renew(subscriptionId);
    const facts = await factsOf(events.at(-1));
    expect(capturedIn(facts)).toMatchObject({ amountCents: 500, subscription: { periodStart: trialEnd } });
    expect(startedIn(facts).status).toBe('active');
  });

  it('is active again once Stripe has charged an overdue invoice', async () => {
    const { subscriptionId, people, bank, events, factsOf } = await subscribe();
    bank.isDeclining = true;
    const invoice = people.renew(subscriptionId) ?? expect.fail('Nothing was billed');
    expect(await factsOf(events.at(-1))).toMatchObject([{ kind: 'subscription', status: 'past_due' }]);
    bank.isDeclining = false;
    people.retry(invoice.id);
    expect(await factsOf(events.at(-1))).toMatchObject([
      { kind: 'captured', amountCents: 500 },
      { kind: 'subscription', status: 'active' },
    ]);
  });

  it('finds the checkout of a refunded renewal, whose payment does not name it', async () => {
    const { subscriptionId, checkout, people, provider, events, factsOf } = await subscribe();
    people.renew(subscriptionId);
    const renewal = capturedIn(await factsOf(events.at(-1)));
    await provider.refund(refundOf(renewal, 500));
    expect(await factsOf(events.at(-1))).toMatchObject([
      { kind: 'captured', checkoutId: checkout.request.id, paymentId: renewal.paymentId },
      { kind: 'refund', paymentId: renewal.paymentId, amountCents: 500 },
    ]);
  });

  it('charges the difference for the rest of the period when a subscription moves to a higher price', async () => {
    const { subscriptions, subscriptionId, store, periodStart, periodEnd } = await subscribe();
    store.now = new Date((periodStart.getTime() + periodEnd.getTime()) / 2);
    const upgrade = {
      id: 'c1',
      subscriptionId,
      amountCents: 1500,
      cycle: 'monthly',
      description: 'Gold',
      returnUrl: 'https://live.example.org/subscription-management',
    } as const;
    const { facts } = await subscriptions.change(upgrade);
    expect(capturedIn(facts).amountCents).toBe(500);
    expect(startedIn(facts)).toMatchObject({ amountCents: 1500, periodEnd });
  });

  it('starts a new period when a subscription moves from months to years', async () => {
    const { subscriptions, subscriptionId, store, periodStart } = await subscribe();
    const change = {
      id: 'c1',
      subscriptionId,
      amountCents: 5000,
      cycle: 'yearly',
      description: 'Gold',
      returnUrl: 'https://live.example.org/subscription-management',
    } as const;
    const fact = startedIn((await subscriptions.change(change)).facts);
    expect(fact).toMatchObject({ cycle: 'yearly', amountCents: 5000, periodStart });
    expect(fact.periodEnd.getUTCFullYear()).toBe(store.now.getUTCFullYear() + 1);
  });

  it('reports the credit of a lower price, until renewals have used it', async () => {
    const { subscriptions, subscriptionId, people, provider, checkout } = await subscribe();
    const change = { subscriptionId, description: 'Ada', returnUrl: 'https://live.example.org/' } as const;
    await subscriptions.change({ ...change, id: 'c1', amountCents: 5000, cycle: 'yearly' });
    const { facts } = await subscriptions.change({
      ...change,
      id: 'c2',
      amountCents: 4700,
      cycle: 'monthly',
    });
    expect(startedIn(facts).creditCents).toBe(300);
    people.renew(subscriptionId);
    const read = await provider.readCheckout(checkout.reference);
    expect(startedIn(read).creditCents).toBe(0);
    expect(read).toContainEqual(expect.objectContaining({ kind: 'captured', amountCents: 4400 }));
  });

  it('keeps the price when the card does not pay the difference', async () => {
    const { subscriptions, subscriptionId, bank, provider, checkout } = await subscribe();
    bank.isDeclining = true;
    const upgrade = {
      id: 'c1',
      subscriptionId,
      amountCents: 1500,
      cycle: 'monthly',
      description: 'Gold',
      returnUrl: 'https://live.example.org/subscription-management',
    } as const;
    await expect(subscriptions.change(upgrade)).rejects.toThrow(
      new ProviderRefused('Your card was declined.'),
    );
    expect(startedIn(await provider.readCheckout(checkout.reference)).amountCents).toBe(500);
    // Stripe would repeat its answer to the same attempt, although the card works again.
    bank.isDeclining = false;
    expect(startedIn((await subscriptions.change(upgrade)).facts).amountCents).toBe(1500);
  });

  it('ends at the end of the period after a cancellation', async () => {
    const { subscriptions, subscriptionId, people, events, factsOf } = await subscribe();
    await subscriptions.cancel(subscriptionId, 'period_end');
    people.renew(subscriptionId);
    expect(startedIn(await factsOf(events.at(-1))).status).toBe('canceled');
  });

  it('sees a cancellation in the customer portal, which sets a date, and reverts it', async () => {
    const { subscriptions, subscriptionId, people, events, factsOf } = await subscribe();
    people.cancelInPortal(subscriptionId);
    expect(startedIn(await factsOf(events.at(-1))).cancelAtPeriodEnd).toBe(true);
    expect(startedIn(await subscriptions.cancel(subscriptionId, 'period_end')).cancelAtPeriodEnd).toBe(true);
    expect(startedIn(await subscriptions.resume(subscriptionId)).cancelAtPeriodEnd).toBe(false);
    people.renew(subscriptionId);
    expect(startedIn(await factsOf(events.at(-1)))).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
    });
  });

  it('reverts a cancellation that was made here', async () => {
    const { subscriptions, subscriptionId } = await subscribe();
    await subscriptions.cancel(subscriptionId, 'period_end');
    expect(startedIn(await subscriptions.resume(subscriptionId)).cancelAtPeriodEnd).toBe(false);
  });

  it('does not end with this period if the cancellation date is in a later one', async () => {
    const { subscriptionId, provider, checkout, store, periodEnd } = await subscribe();
    store.get('subscription', subscriptionId).cancel_at = periodEnd.getTime() / 1000 + 86_400;
    expect(startedIn(await provider.readCheckout(checkout.reference)).cancelAtPeriodEnd).toBe(false);
  });

  it('takes the refund of a renewal from both parties in the shares that they received', async () => {
    const { subscriptionId, people, provider, events, factsOf, store, account } = await subscribe();
    people.renew(subscriptionId);
    const renewal = capturedIn(await factsOf(events.findLast(({ type }) => type === 'invoice.paid')));
    await provider.refund(refundOf(renewal, 100));
    expect(store.balanceOf(account)).toBe(810);
    await provider.refund(refundOf(renewal, 400));
    expect(store.balanceOf(account)).toBe(450);
    expect(store.balanceOf(PLATFORM)).toBe(50);
  });

  it('takes the lost dispute of a renewal from both parties, and returns it when it is won on appeal', async () => {
    const { subscriptionId, people, events, factsOf, store, account } = await subscribe();
    people.renew(subscriptionId);
    const renewal = capturedIn(await factsOf(events.findLast(({ type }) => type === 'invoice.paid')));
    const disputeId = people.dispute(renewal.paymentId);
    people.closeDispute(disputeId, 'lost');
    await factsOf(events.at(-1));
    expect([store.balanceOf(account), store.balanceOf(PLATFORM)]).toEqual([450, 50]);
    people.closeDispute(disputeId, 'won');
    await factsOf(events.at(-1));
    expect([store.balanceOf(account), store.balanceOf(PLATFORM)]).toEqual([900, 100]);
  });

  it('reports the end again when a subscription is canceled twice', async () => {
    const { subscriptions, subscriptionId } = await subscribe();
    await subscriptions.cancel(subscriptionId, 'now');
    expect(startedIn(await subscriptions.cancel(subscriptionId, 'now')).status).toBe('canceled');
  });

  it('refuses to resume a subscription that has ended', async () => {
    const { subscriptions, subscriptionId } = await subscribe();
    await subscriptions.cancel(subscriptionId, 'now');
    await expect(subscriptions.resume(subscriptionId)).rejects.toThrow(ProviderRefused);
  });

  it('opens the customer portal of the payer', async () => {
    const { subscriptions, subscriptionId } = await subscribe();
    const url = await subscriptions.portalUrl(subscriptionId, 'https://live.example.org/billing');
    expect(url).toMatch(/^https:\/\/billing\.stripe\.test\//);
  });
});
