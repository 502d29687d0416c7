/** Steps that the tests of the provider conformance suite share. */
import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type {
  CapturedFact,
  CheckoutRequest,
  ListedPayment,
  ProviderFact,
  RefundRequest,
} from '#features/payments/providers/provider.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import type { OpenCheckout, ProviderDriver, SentWebhook } from './provider-driver.ts';

type Kind = ProviderFact['kind'];
type FactOf<K extends Kind> = Extract<ProviderFact, { readonly kind: K }>;

export const factsOfKind = <K extends Kind>(facts: readonly ProviderFact[], kind: K): FactOf<K>[] =>
  facts.filter((fact): fact is FactOf<K> => fact.kind === kind);

/** The only fact of its kind. */
export function factOf<K extends Kind>(facts: readonly ProviderFact[], kind: K): FactOf<K> {
  const [fact, ...more] = factsOfKind(facts, kind);
  expect(more, `more than one fact of the kind ${kind}`).toEqual([]);
  return fact ?? expect.fail(`No fact of the kind ${kind} is in ${JSON.stringify(facts)}`);
}

export function checkoutRequest(
  driver: ProviderDriver,
  more: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  const id = uuidv7();
  return {
    id,
    purpose: 'donation',
    method: driver.method,
    description: 'Donation to Ada',
    amountCents: 1250,
    feeBasisPoints: 1000,
    currency: 'USD',
    payer: null,
    recipient: { creatorId: userId.parse(uuidv7()), account: driver.account },
    subscription: null,
    statusUrl: `https://live.example.org/checkout/status?checkout=${id}`,
    cancelUrl: `https://live.example.org/checkout/cancel?checkout=${id}`,
    expiresAt: new Date(driver.now().getTime() + 31 * MINUTE_MS),
    ...more,
  };
}

export async function openCheckout(
  driver: ProviderDriver,
  more: Partial<CheckoutRequest> = {},
): Promise<OpenCheckout> {
  const request = checkoutRequest(driver, more);
  return { request, ...(await driver.provider.openCheckout(request)) };
}

export async function payCheckout(driver: ProviderDriver, more: Partial<CheckoutRequest> = {}) {
  const checkout = await openCheckout(driver, more);
  await driver.approve(checkout);
  const facts = await driver.provider.readCheckout(checkout.reference);
  return { checkout, facts, captured: factOf(facts, 'captured') };
}

export function refundOf({ paymentId, heldBy }: CapturedFact, amountCents: number): RefundRequest {
  const feeCents = Math.floor(amountCents / 10);
  return { id: uuidv7(), paymentId, amountCents, feeCents, currency: 'USD', heldBy };
}

/** Verifies webhooks and reads their facts, in the given order. */
export async function factsOfWebhooks(driver: ProviderDriver, sent: readonly SentWebhook[]) {
  const webhooks = driver.provider.webhooks ?? expect.fail('The provider sends no webhooks');
  const facts: ProviderFact[] = [];
  for (const webhook of sent) {
    facts.push(...(await webhooks.factsOf(await webhooks.verify({ ...webhook, now: driver.now() }))));
  }
  return facts;
}

export async function takeWebhooks(driver: ProviderDriver): Promise<readonly SentWebhook[]> {
  return (await driver.takeWebhooks?.()) ?? expect.fail('The driver takes no webhooks');
}

export async function listPayments(
  driver: ProviderDriver,
  since: number,
  until: number,
): Promise<ListedPayment[]> {
  const listed: ListedPayment[] = [];
  for await (const one of driver.provider.listPayments(new Date(since), new Date(until))) listed.push(one);
  return listed;
}
