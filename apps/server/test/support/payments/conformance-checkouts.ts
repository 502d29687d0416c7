import { expect, it } from 'vitest';
import { ProviderUnavailable } from '#features/payments/providers/provider.errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/platform/durations.ts';
import {
  checkoutRequest,
  factOf,
  factsOfKind,
  listPayments,
  openCheckout,
  payCheckout,
} from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';

export function describeCheckouts(openDriver: OpenDriver, declines: boolean): void {
  it('opens the same payment page when a checkout is opened again', async () => {
    const driver = await openDriver();
    const { request, reference, redirectUrl } = await openCheckout(driver);
    expect(await driver.provider.openCheckout(request)).toEqual({ reference, redirectUrl });
  });

  it('reports neither a capture nor an end of a checkout that is open', async () => {
    const driver = await openDriver();
    const { reference } = await openCheckout(driver);
    expect(await driver.provider.readCheckout(reference)).toEqual([]);
  });

  it('reports a capture with its checkout and its amount, the same at each reading', async () => {
    const driver = await openDriver();
    const { checkout, captured } = await payCheckout(driver);
    expect(captured).toMatchObject({
      checkoutId: checkout.request.id,
      amountCents: 1250,
      currency: 'USD',
      subscription: null,
    });
    expect(factOf(await driver.provider.readCheckout(checkout.reference), 'captured')).toEqual(captured);
  });

  it('closes an unpaid checkout, which then accepts no payment', async () => {
    const driver = await openDriver();
    const checkout = await openCheckout(driver);
    const closed = factOf(await driver.provider.closeCheckout(checkout.reference), 'checkout_closed');
    expect(closed.checkoutId).toBe(checkout.request.id);
    await expect(driver.approve(checkout)).rejects.toThrow();
    expect(factsOfKind(await driver.provider.readCheckout(checkout.reference), 'captured')).toEqual([]);
    factOf(await driver.provider.closeCheckout(checkout.reference), 'checkout_closed');
  });

  it('reports the capture instead of closing a checkout that was paid first', async () => {
    const driver = await openDriver();
    const { checkout, captured } = await payCheckout(driver);
    const facts = await driver.provider.closeCheckout(checkout.reference);
    expect(factOf(facts, 'captured')).toEqual(captured);
    expect(factsOfKind(facts, 'checkout_closed')).toEqual([]);
  });

  it('lists a captured payment in its span of time only', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    const at = captured.capturedAt.getTime();
    const listed = async (since: number, until: number) =>
      (await listPayments(driver, since, until)).filter(({ paymentId }) => paymentId === captured.paymentId);
    expect(await listed(at - MINUTE_MS, at + MINUTE_MS)).toMatchObject([
      { amountCents: 1250, refundedCents: 0, currency: 'USD' },
    ]);
    expect(await listed(at - DAY_MS, at - MINUTE_MS)).toEqual([]);
  });

  it('describes its connection in a sentence', async () => {
    const driver = await openDriver();
    expect(await driver.provider.testConnection()).toMatch(/^[A-Z].+\.$/);
  });

  it.each(['unreachable', 'failing', 'nonsense'] as const)(
    'throws ProviderUnavailable while its API is %s, and opens the checkout once it answers again',
    async (how) => {
      const driver = await openDriver();
      const { provider } = driver;
      const { reference } = await openCheckout(driver);
      const request = checkoutRequest(driver);
      await driver.break(how);
      await expect(provider.openCheckout(request)).rejects.toThrow(ProviderUnavailable);
      await expect(provider.readCheckout(reference)).rejects.toThrow(ProviderUnavailable);
      await expect(provider.closeCheckout(reference)).rejects.toThrow(ProviderUnavailable);
      await expect(provider.testConnection()).rejects.toThrow(ProviderUnavailable);
      await driver.repair();
      expect((await provider.openCheckout(request)).redirectUrl).toMatch(/^(?:\/|https?:)/);
    },
  );

  if (!declines) return;
  it('reports a payment that failed permanently as a closed checkout', async () => {
    const driver = await openDriver();
    const checkout = await openCheckout(driver);
    await (driver.decline ?? expect.fail('The driver declines no payments'))(checkout);
    expect(factOf(await driver.provider.readCheckout(checkout.reference), 'checkout_closed')).toMatchObject({
      checkoutId: checkout.request.id,
      outcome: 'failed',
    });
  });
}
