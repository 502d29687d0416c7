/** The Stripe adapter on a local Stripe server, with checkouts for tests. */
import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import type {
  CapturedFact,
  CheckoutRequest,
  PaymentProvider,
  ProviderFact,
  RefundRequest,
  Webhooks,
} from '#features/payments/providers/provider.ts';
import { createStripe, type StripeOptions } from '#features/payments/providers/stripe/stripe.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import { readyAccount } from './stripe-driver.ts';
import { type StripeEvent, startStripeServer } from './stripe-server.ts';

export async function openStripe(options: Partial<StripeOptions> = {}) {
  const server = await startStripeServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const provider = createStripe({ ...server.options, ...options });
  const account = readyAccount(server);

  const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
    id: uuidv7(),
    purpose: 'donation',
    method: 'stripe',
    description: 'Donation to Ada',
    amountCents: 1250,
    feeBasisPoints: 1000,
    currency: 'USD',
    payer: null,
    recipient: { creatorId: userId.parse(uuidv7()), account },
    subscription: null,
    statusUrl: 'https://live.example.org/checkout/status',
    cancelUrl: 'https://live.example.org/checkout/cancel',
    expiresAt: new Date(server.store.now.getTime() + 15 * MINUTE_MS),
    ...more,
  });

  return {
    ...server,
    provider,
    /** The account of a creator who can receive money. */
    account,
    request,
    async open(more: Partial<CheckoutRequest> = {}) {
      const opened = request(more);
      return { request: opened, ...(await provider.openCheckout(opened)) };
    },
    async pay(more: Partial<CheckoutRequest> = {}): Promise<CapturedFact> {
      const { reference } = await provider.openCheckout(request(more));
      server.people.pay(reference);
      return capturedIn(await provider.readCheckout(reference));
    },
    async factsOf(event: StripeEvent | undefined): Promise<readonly ProviderFact[]> {
      const webhooks = webhooksOf(provider);
      const signed = server.webhookOf(event ?? expect.fail('There is no event'));
      return webhooks.factsOf(await webhooks.verify({ ...signed, now: server.store.now }));
    },
  };
}

export const webhooksOf = ({ webhooks }: PaymentProvider): Webhooks =>
  webhooks ?? expect.fail('The provider has no webhooks');

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
