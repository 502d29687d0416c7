import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { ProviderUnavailable } from '#features/payments/providers/provider.errors.ts';
import { factOf } from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';

export function describePayouts(openDriver: OpenDriver): void {
  async function onboard() {
    const driver = await openDriver();
    const payouts = driver.provider.payouts ?? expect.fail('The provider pays nothing out');
    const request = {
      creatorId: userId.parse(uuidv7()),
      email: 'ada@example.org',
      account: null,
      returnUrl: 'https://live.example.org/dashboard/creator/payouts',
    };
    const { account, url } = await payouts.onboard(request);
    return { driver, payouts, request, account, url };
  }

  async function onboardFully() {
    const { driver, payouts, account } = await onboard();
    const complete = driver.completeOnboarding ?? expect.fail('The driver completes no onboarding');
    return { driver, payouts, account: await complete(account) };
  }

  it('creates an account that is not ready, and continues its onboarding', async () => {
    const { payouts, request, account, url } = await onboard();
    expect(url).toMatch(/^(?:\/|https?:)/);
    const before = factOf(await payouts.readAccount(account), 'account');
    expect(before).toMatchObject({ account, isReady: false });
    expect(before.requirements).not.toEqual([]);
    expect((await payouts.onboard({ ...request, account })).account).toBe(account);
  });

  it('reports an account as ready once its onboarding is complete', async () => {
    const { payouts, account } = await onboardFully();
    expect(factOf(await payouts.readAccount(account), 'account')).toMatchObject({
      isReady: true,
      requirements: [],
    });
  });

  it('sends a payout once when it is sent twice with the same id', async () => {
    const { payouts, account } = await onboardFully();
    const request = { id: uuidv7(), account, amountCents: 5000, currency: 'USD' };
    const first = factOf(await payouts.send(request), 'payout');
    expect(first.payoutId).toBe(request.id);
    const second = factOf(await payouts.send(request), 'payout');
    expect(second.reference).toBe(first.reference);
    expect(factOf(await payouts.read(first.reference), 'payout')).toMatchObject({ payoutId: request.id });
  });

  it('throws ProviderUnavailable for a payout while its API fails', async () => {
    const { driver, payouts, account } = await onboardFully();
    await driver.break('failing');
    const request = { id: uuidv7(), account, amountCents: 5000, currency: 'USD' };
    await expect(payouts.send(request)).rejects.toThrow(ProviderUnavailable);
    await driver.repair();
    factOf(await payouts.send(request), 'payout');
  });
}
