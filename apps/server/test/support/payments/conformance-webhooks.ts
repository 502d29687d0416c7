import { expect, it } from 'vitest';
import { ProviderUnavailable, WebhookRefused } from '#features/payments/providers/provider.errors.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import {
  factOf,
  factsOfKind,
  factsOfWebhooks,
  openCheckout,
  payCheckout,
  refundOf,
  takeWebhooks,
} from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';

export function describeWebhooks(openDriver: OpenDriver, announcesClosing: boolean): void {
  /** @returns a webhook of a capture */
  async function captureWebhook() {
    const driver = await openDriver();
    const webhooks = driver.provider.webhooks ?? expect.fail('The provider sends no webhooks');
    await payCheckout(driver);
    const [webhook = expect.fail('No webhook was sent')] = await takeWebhooks(driver);
    return { driver, webhooks, webhook };
  }

  it('sends a webhook of a capture, whose facts are those of the checkout', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    const facts = await factsOfWebhooks(driver, await takeWebhooks(driver));
    expect(factsOfKind(facts, 'captured')).not.toEqual([]);
    for (const fact of factsOfKind(facts, 'captured')) expect(fact).toEqual(captured);
  });

  it.each(['failing', 'nonsense'] as const)(
    'throws ProviderUnavailable while its API is %s, and reads the facts of a webhook once it answers again',
    async (how) => {
      const { driver, webhooks, webhook } = await captureWebhook();
      const event = await webhooks.verify({ ...webhook, now: driver.now() });
      await driver.break(how);
      await expect(webhooks.factsOf(event)).rejects.toThrow(ProviderUnavailable);
      await driver.repair();
      factOf(await webhooks.factsOf(event), 'captured');
    },
  );

  it('gives a webhook the same id each time it is verified', async () => {
    const { driver, webhooks, webhook } = await captureWebhook();
    const { id } = await webhooks.verify({ ...webhook, now: driver.now() });
    expect(id).not.toBe('');
    expect((await webhooks.verify({ ...webhook, now: driver.now() })).id).toBe(id);
  });

  it('refuses a webhook whose body was altered', async () => {
    const { driver, webhooks, webhook } = await captureWebhook();
    const rawBody = Buffer.concat([webhook.rawBody, Buffer.from(' ')]);
    const request = { ...webhook, rawBody, now: driver.now() };
    await expect(webhooks.verify(request)).rejects.toThrow(WebhookRefused);
  });

  it('refuses a webhook without a signature', async () => {
    const { driver, webhooks, webhook } = await captureWebhook();
    const request = { headers: {}, rawBody: webhook.rawBody, now: driver.now() };
    await expect(webhooks.verify(request)).rejects.toThrow(WebhookRefused);
  });

  it('refuses a webhook from the future, and a late one if each sending is signed anew', async () => {
    const { driver, webhooks, webhook } = await captureWebhook();
    const readAfter = (minutes: number) =>
      webhooks.verify({ ...webhook, now: new Date(driver.now().getTime() + minutes * MINUTE_MS) });
    await expect(readAfter(-6)).rejects.toThrow(WebhookRefused);
    if (driver.acceptsLateWebhooks) await readAfter(3 * 24 * 60);
    else await expect(readAfter(6)).rejects.toThrow(WebhookRefused);
  });

  it('reports the capture together with a refund whose webhook is read first', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    const ofCapture = await takeWebhooks(driver);
    const refund = refundOf(captured, 1250);
    await driver.provider.refund(refund);
    const ofRefund = await takeWebhooks(driver);
    const facts = await factsOfWebhooks(driver, ofRefund);
    expect(facts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['captured', 'refund'] satisfies string[]),
    );
    expect(facts.findIndex(({ kind }) => kind === 'captured')).toBeLessThan(
      facts.findIndex(({ kind }) => kind === 'refund'),
    );
    const late = await factsOfWebhooks(driver, ofCapture);
    for (const fact of factsOfKind(late, 'captured')) expect(fact).toEqual(captured);
  });

  it('reports a refund that was made in the provider’s dashboard, without a request of this instance', async () => {
    const driver = await openDriver();
    const { captured } = await payCheckout(driver);
    await takeWebhooks(driver);
    if (!driver.refundAtProvider) expect.fail('The driver refunds nothing at the provider');
    await driver.refundAtProvider(captured.paymentId, 300);
    const facts = await factsOfWebhooks(driver, await takeWebhooks(driver));
    expect(factsOfKind(facts, 'refund').at(-1)).toMatchObject({
      paymentId: captured.paymentId,
      requestId: null,
      amountCents: 300,
      status: 'succeeded',
    });
  });

  if (!announcesClosing) return;
  it('sends a webhook of a checkout that was closed', async () => {
    const driver = await openDriver();
    const checkout = await openCheckout(driver);
    await driver.provider.closeCheckout(checkout.reference);
    const facts = await factsOfWebhooks(driver, await takeWebhooks(driver));
    expect(factOf(facts, 'checkout_closed').checkoutId).toBe(checkout.request.id);
  });
}
