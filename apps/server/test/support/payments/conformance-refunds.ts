import { expect, it } from 'vitest';
import { ProviderRefused, ProviderUnavailable } from '#features/payments/providers/provider.errors.ts';
import { factOf, listPayments, payCheckout, refundOf } from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';

export function describeRefunds(openDriver: OpenDriver): void {
  it('refunds a part and then the rest of a payment, and names the request of each', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    for (const amountCents of [250, 1000]) {
      const request = refundOf(captured, amountCents);
      expect(factOf(await driver.provider.refund(request), 'refund')).toMatchObject({
        paymentId: captured.paymentId,
        requestId: request.id,
        amountCents,
        status: 'succeeded',
      });
    }
  });

  it('refunds once when the same refund is requested twice', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    const request = refundOf(captured, 700);
    const first = factOf(await driver.provider.refund(request), 'refund');
    expect(factOf(await driver.provider.refund(request), 'refund')).toEqual(first);
    const at = captured.capturedAt.getTime();
    const [listed] = await listPayments(driver, at - 1000, at + 60_000);
    expect(listed?.refundedCents).toBe(700);
  });

  it('refuses to refund more than was captured', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    await driver.provider.refund(refundOf(captured, 1000));
    await expect(driver.provider.refund(refundOf(captured, 500))).rejects.toThrow(ProviderRefused);
  });

  it('throws ProviderUnavailable for a refund while its API fails', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    const request = refundOf(captured, 1250);
    await driver.break('failing');
    await expect(driver.provider.refund(request)).rejects.toThrow(ProviderUnavailable);
    await driver.repair();
    factOf(await driver.provider.refund(request), 'refund');
  });
}
