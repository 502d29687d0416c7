import { userId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import { factOf, openCheckout, payCheckout } from '../../../../../test/support/payments/conformance-steps.ts';
import { describeProvider } from '../../../../../test/support/payments/provider-conformance.ts';
import { createSandboxDriver } from '../../../../../test/support/payments/sandbox-driver.ts';
import { createTestJobs } from '../../../../../test/support/test-jobs.ts';
import { ProviderRefused } from '../provider.errors.ts';

const db = await createTestDatabase();

async function openDriver(method: 'stripe' | 'paypal' | 'crypto' = 'stripe') {
  await db.pool.query('drop table if exists test_jobs; truncate sandbox_objects');
  return createSandboxDriver(db, await createTestJobs(db), method);
}

describeProvider('the sandbox', openDriver, [
  'declines',
  'refunds',
  'webhooks',
  'closing webhooks',
  'subscriptions',
  'payouts',
  'disputes',
]);

describe('the sandbox', () => {
  it.each([
    ['stripe', null, 'platform'],
    ['stripe', 'acct_1', 'creator_net'],
    ['paypal', null, 'platform'],
    ['crypto', null, 'creator_gross'],
  ] as const)('holds a payment by %s to the account %s as %s', async (method, account, heldBy) => {
    const driver = await openDriver(method);
    const { captured } = await payCheckout({ ...driver, account });
    expect(captured.heldBy).toBe(heldBy);
  });

  it('accepts no payment once the checkout has expired', async () => {
    const driver = await openDriver();
    const checkout = await openCheckout(driver);
    await driver.advance(31 * 60_000);
    await expect(driver.approve(checkout)).rejects.toThrow(ProviderRefused);
    expect(factOf(await driver.provider.closeCheckout(checkout.reference), 'checkout_closed').outcome).toBe(
      'expired',
    );
  });

  it('refuses a refund of zero', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    await driver.refundAtProvider?.(captured.paymentId, captured.amountCents);
    await expect(driver.refundAtProvider?.(captured.paymentId, 0)).rejects.toThrow(ProviderRefused);
  });

  it('refuses to refund a disputed payment', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    await driver.openDispute?.(captured.paymentId);
    await expect(driver.refundAtProvider?.(captured.paymentId, 100)).rejects.toThrow(ProviderRefused);
  });

  it('retries the payment of a renewal three times and then ends the subscription', async () => {
    const driver = await openDriver();
    const checkout = await openCheckout(driver, {
      purpose: 'subscription',
      subscription: { cycle: 'monthly', trialDays: 0 },
    });
    await driver.approve(checkout);
    const facts = () => driver.provider.readCheckout(checkout.reference);
    const { subscriptionId } = factOf(await facts(), 'subscription');
    await driver.renew?.(subscriptionId, 'fails');
    const statuses = [];
    for (const days of [1, 3, 5]) {
      statuses.push(factOf(await facts(), 'subscription').status);
      await driver.advance(days * 86_400_000);
      await driver.sandbox.advance();
    }
    statuses.push(factOf(await facts(), 'subscription').status);
    expect(statuses).toEqual(['past_due', 'past_due', 'past_due', 'canceled']);
  });

  it('charges a past due subscription at once when its card works again', async () => {
    const driver = await openDriver();
    const checkout = await openCheckout(driver, {
      purpose: 'subscription',
      subscription: { cycle: 'monthly', trialDays: 0 },
    });
    await driver.approve(checkout);
    const { subscriptionId } = factOf(await driver.provider.readCheckout(checkout.reference), 'subscription');
    await driver.renew?.(subscriptionId, 'fails');
    await driver.sandbox.billing.setDeclines(subscriptionId, false);
    const facts = await driver.provider.readCheckout(checkout.reference);
    expect(factOf(facts, 'subscription').status).toBe('active');
    expect(facts.filter(({ kind }) => kind === 'captured')).toHaveLength(2);
  });

  it('fails a payout to an account whose payouts fail, and says why', async () => {
    const driver = await openDriver();
    const { backOffice, provider } = driver.sandbox;
    const onboarding = {
      creatorId: userId.parse(crypto.randomUUID()),
      email: 'a@example.org',
      account: null,
      returnUrl: '/',
    };
    const { account } = (await provider.payouts?.onboard(onboarding)) ?? expect.fail();
    await backOffice.completeOnboarding(account);
    await backOffice.setPayoutsFail(account, true);
    const request = { id: crypto.randomUUID(), account, amountCents: 100, currency: 'USD' };
    const { reference } = factOf((await provider.payouts?.send(request)) ?? [], 'payout');
    await driver.settlePayout?.(reference, 'failed');
    expect(factOf((await provider.payouts?.read(reference)) ?? [], 'payout')).toMatchObject({
      status: 'failed',
      reason: 'The bank account is closed.',
    });
  });
});
