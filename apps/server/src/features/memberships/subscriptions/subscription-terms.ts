/**
 * The subscription at the provider that a checkout has started, and its agreed prices. At some providers, payers can
 * start other subscriptions that name a checkout, or move one to another plan.
 */
import type { BillingCycle } from '@tributary/contracts/payments';
import type { CapturedFact, Checkout, ProviderFact } from '#features/payments/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { findAgreed } from './subscriptions.repo.ts';

interface Price {
  readonly cycle: BillingCycle;
  readonly amountCents: number;
}

interface Terms {
  /** The reference of the payment page. */
  readonly reference: string | null;
  /** Null until the provider has reported the subscription. */
  readonly subscriptionId: string | null;
  /** The prices of the checkout, of the present period, and of a change that the subscriber has requested. */
  readonly prices: readonly Price[];
}

export async function findTerms(db: Reader, checkout: Checkout): Promise<Terms> {
  const { id, reference, amountCents, subscription } = checkout;
  const agreed = await findAgreed(db, id);
  const started = subscription && { cycle: subscription.cycle, amountCents };
  return {
    reference,
    subscriptionId: agreed?.subscriptionId ?? null,
    prices: [started, agreed, agreed?.change].filter((price) => price !== null && price !== undefined),
  };
}

/** @param subscription null: the payment is for no subscription */
export function isOfCheckout(
  { reference, subscriptionId }: Terms,
  subscription: Pick<NonNullable<CapturedFact['subscription']>, 'subscriptionId' | 'openedBy'> | null,
): boolean {
  if (subscription === null) return false;
  if (subscription.openedBy !== undefined && subscription.openedBy !== reference) return false;
  return subscriptionId === null || subscription.subscriptionId === subscriptionId;
}

export const hasAgreedPrice = (
  { prices }: Terms,
  { cycle, amountCents }: Extract<ProviderFact, { kind: 'subscription' }>,
): boolean => prices.some((price) => price.cycle === cycle && price.amountCents === amountCents);

export const hasAgreedAmount = ({ prices }: Terms, amountCents: number): boolean =>
  prices.some((price) => price.amountCents === amountCents);
