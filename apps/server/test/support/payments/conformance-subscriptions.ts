import { expect, it } from 'vitest';
import { ProviderUnavailable } from '#features/payments/providers/provider.errors.ts';
import { DAY_MS } from '../../../src/platform/durations.ts';
import { factOf, factsOfKind, factsOfWebhooks, openCheckout, takeWebhooks } from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';
import type { ProviderDriver } from './provider-driver.ts';

export function describeSubscriptions(openDriver: OpenDriver): void {
  async function subscribe(trialDays = 0) {
    const driver = await openDriver();
    const subscriptions = driver.provider.subscriptions ?? expect.fail('The provider has no subscriptions');
    const checkout = await openCheckout(driver, {
      purpose: 'subscription',
      amountCents: 500,
      subscription: { cycle: 'monthly', trialDays },
    });
    await driver.approve(checkout);
    const facts = await driver.provider.readCheckout(checkout.reference);
    return { driver, subscriptions, checkout, facts, started: factOf(facts, 'subscription') };
  }

  async function renew(driver: ProviderDriver, subscriptionId: string, payment: 'succeeds' | 'fails') {
    if (driver.takeWebhooks) await takeWebhooks(driver);
    await (driver.renew ?? expect.fail('The driver renews no subscriptions'))(subscriptionId, payment);
    return factsOfWebhooks(driver, await takeWebhooks(driver));
  }

  it('starts a subscription with its first payment', async () => {
    const { checkout, facts, started } = await subscribe();
    expect(started).toMatchObject({
      checkoutId: checkout.request.id,
      status: 'active',
      cycle: 'monthly',
      amountCents: 500,
      trialEnd: null,
      cancelAtPeriodEnd: false,
    });
    const days = (started.periodEnd.getTime() - started.periodStart.getTime()) / DAY_MS;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(factOf(facts, 'captured')).toMatchObject({
      amountCents: 500,
      subscription: { subscriptionId: started.subscriptionId, periodEnd: started.periodEnd },
    });
  });

  it('starts a subscription with a trial without a payment', async () => {
    const { facts, started } = await subscribe(7);
    expect(started.status).toBe('trialing');
    expect(started.trialEnd).toEqual(started.periodEnd);
    expect(factsOfKind(facts, 'captured')).toEqual([]);
  });

  it('renews a subscription with a payment for the next period', async () => {
    const { driver, started } = await subscribe();
    const facts = await renew(driver, started.subscriptionId, 'succeeds');
    const renewed = factsOfKind(facts, 'subscription').at(-1);
    expect(renewed).toMatchObject({ subscriptionId: started.subscriptionId, status: 'active' });
    expect(renewed?.periodStart).toEqual(started.periodEnd);
    const payments = new Set(factsOfKind(facts, 'captured').map(({ paymentId }) => paymentId));
    expect(payments.size).toBeGreaterThanOrEqual(1);
  });

  it('is past due when the payment of a renewal fails', async () => {
    const { driver, started } = await subscribe();
    const facts = await renew(driver, started.subscriptionId, 'fails');
    expect(factsOfKind(facts, 'subscription').at(-1)?.status).toBe('past_due');
  });

  it('cancels at the end of the period, and resumes before it', async () => {
    const { subscriptions, started } = await subscribe();
    const canceled = await subscriptions.cancel(started.subscriptionId, 'period_end');
    expect(factOf(canceled, 'subscription')).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    const resumed = await subscriptions.resume(started.subscriptionId);
    expect(factOf(resumed, 'subscription')).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  });

  it('ends a subscription that is canceled at once', async () => {
    const { subscriptions, started } = await subscribe();
    const canceled = await subscriptions.cancel(started.subscriptionId, 'now');
    expect(factOf(canceled, 'subscription').status).toBe('canceled');
  });

  it('throws ProviderUnavailable for every change while its API fails, and cancels once it answers again', async () => {
    const { driver, subscriptions, checkout, started } = await subscribe();
    const { subscriptionId } = started;
    const { statusUrl: returnUrl } = checkout.request;
    const higher = { amountCents: 1500, cycle: 'monthly', description: 'Gold' } as const;
    for (const how of ['failing', 'nonsense'] as const) {
      await driver.break(how);
      for (const change of [
        () => subscriptions.change({ id: crypto.randomUUID(), subscriptionId, returnUrl, ...higher }),
        () => subscriptions.cancel(subscriptionId, 'period_end'),
        () => subscriptions.resume(subscriptionId),
        () => subscriptions.cancel(subscriptionId, 'now'),
      ])
        await expect(change()).rejects.toThrow(ProviderUnavailable);
    }
    await driver.repair();
    const canceled = await subscriptions.cancel(subscriptionId, 'period_end');
    expect(factOf(canceled, 'subscription')).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  });

  it('moves to a higher price, for at most the difference until the next payment', async () => {
    const { driver, subscriptions, checkout, started } = await subscribe();
    const { subscriptionId } = started;
    const change = {
      id: crypto.randomUUID(),
      subscriptionId,
      amountCents: 1500,
      cycle: 'monthly',
      description: 'Gold',
      returnUrl: checkout.request.statusUrl,
    } as const;
    await subscriptions.change(change);
    const { confirmUrl } = await subscriptions.change(change);
    if (confirmUrl !== null) {
      expect(confirmUrl).toMatch(/^https?:/);
      await (driver.confirmChange ?? expect.fail('The driver confirms no changes'))(subscriptionId);
    }
    const paid = factsOfKind(await driver.provider.readCheckout(checkout.reference), 'captured');
    const difference = paid.map(({ amountCents }) => amountCents).filter((cents) => cents !== 500);
    expect(difference.length).toBeLessThanOrEqual(1);
    for (const cents of difference) expect(cents).toBeLessThanOrEqual(1000);
    const renewed = factsOfKind(await renew(driver, subscriptionId, 'succeeds'), 'subscription').at(-1);
    expect(renewed).toMatchObject({ status: 'active', amountCents: 1500 });
  });
}
