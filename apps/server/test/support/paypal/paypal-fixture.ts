/** The PayPal adapter on a local PayPal server, with checkouts for tests. */
import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { createPaypal, type PaypalOptions } from '#features/payments/providers/paypal/paypal.ts';
import type {
  CapturedFact,
  CheckoutRequest,
  ProviderFact,
  RefundRequest,
} from '#features/payments/providers/provider.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import { startPaypalServer } from './paypal-server.ts';

export const idOf = (reference: string): string => reference.split(':')[0] ?? '';

export async function openPaypal(options: Partial<PaypalOptions> = {}) {
  const server = await startPaypalServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const provider = createPaypal({ ...server.options, ...options });
  const { webhooks = expect.fail('PayPal sends no webhooks') } = provider;

  const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
    id: uuidv7(),
    purpose: 'donation',
    method: 'paypal',
    description: 'Donation to Ada',
    amountCents: 1250,
    feeBasisPoints: 1000,
    currency: 'USD',
    payer: null,
    recipient: { creatorId: userId.parse(uuidv7()), account: null },
    subscription: null,
    statusUrl: 'https://live.example.org/checkout/status',
    cancelUrl: 'https://live.example.org/checkout/cancel',
    expiresAt: new Date(server.store.now.getTime() + 30 * MINUTE_MS),
    ...more,
  });

  return {
    ...server,
    provider,
    webhooks,
    request,
    async open(more: Partial<CheckoutRequest> = {}) {
      const opened = request(more);
      const { reference, redirectUrl } = await provider.openCheckout(opened);
      return { request: opened, reference, redirectUrl, id: idOf(reference) };
    },
    async pay(more: Partial<CheckoutRequest> = {}): Promise<CapturedFact> {
      const { reference } = await provider.openCheckout(request(more));
      server.people.approve(idOf(reference));
      return capturedIn(await provider.readCheckout(reference));
    },
    async factsOf(event: object | undefined): Promise<readonly ProviderFact[]> {
      const signed = server.webhookOf(event ?? expect.fail('There is no event'));
      return webhooks.factsOf(await webhooks.verify({ ...signed, now: server.store.now }));
    },
  };
}

export const capturedIn = (facts: readonly ProviderFact[]): CapturedFact =>
  facts.find((fact) => fact.kind === 'captured') ?? expect.fail('Nothing was captured');

export const refundOf = ({ paymentId, heldBy }: CapturedFact, amountCents: number): RefundRequest => ({
  id: uuidv7(),
  paymentId,
  amountCents,
  feeCents: Math.floor(amountCents / 10),
  currency: 'USD',
  heldBy,
});
