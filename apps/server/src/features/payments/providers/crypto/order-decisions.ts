/** Decides the state of an order from the tokens that arrived at its address. */
import type { Order } from './orders.repo.ts';
import { lowerRate, type Price, type Quote, type Received, valueCents } from './quotes.ts';

export interface Arrived {
  readonly confirmed: Received;
  /** Includes transfers that lack confirmations. */
  readonly seen: Received;
}

/** The price of ETH at this moment. */
export interface CurrentPrice extends Price {
  readonly currency: string;
}

export type Decision =
  | { readonly kind: 'capture'; readonly amountCents: number; readonly quote: Quote }
  | { readonly kind: 'reverse' }
  | { readonly kind: 'none' };

const NONE: Decision = { kind: 'none' };

/**
 * @param capturedCents the amount that is credited for the order now
 * @param quote the rates at which its tokens count; null while the price of ETH is not known
 */
export function decide(
  order: Order,
  { confirmed, seen }: Arrived,
  capturedCents: number,
  quote: Quote | null,
): Decision {
  if (order.status === 'paid') {
    const seenCents = valueCents(order.amountCents, order.quote, seen);
    return seenCents < capturedCents ? { kind: 'reverse' } : NONE;
  }
  if (quote === null) return NONE;
  const cents = valueCents(order.amountCents, quote, confirmed);
  const isEnough = cents >= order.amountCents || (order.status === 'closed' && creditsPart(order, cents));
  return isEnough ? { kind: 'capture', amountCents: cents, quote } : NONE;
}

/**
 * The rates at which tokens count for an order: the rates at its opening. For a closed order, ETH counts at the lower
 * one of that rate and the present one. Otherwise a payer could open a checkout, and pay days later only if the price
 * of ETH has fallen.
 * @param wasPaid whether a chain reorganization took back a payment that came in time
 * @returns null while the price of ETH is not known
 */
export function quoteFor(
  order: Order,
  received: Received,
  wasPaid: boolean,
  price: CurrentPrice | null,
): Quote | null {
  if (order.status !== 'closed' || received.ETH === 0n || wasPaid) return order.quote;
  return price?.currency === order.currency ? lowerRate(order.amountCents, order.quote, price) : null;
}

/** A closed donation is credited with the part that has arrived. A ticket has a fixed price. */
export const creditsPart = (order: Order, cents: number): boolean =>
  order.purpose === 'donation' && cents > 0;
