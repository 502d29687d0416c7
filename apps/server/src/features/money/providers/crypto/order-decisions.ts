/** What becomes of an order, given what has arrived at its address. */
import type { Order } from './crypto.repo.ts';
import { type Received, valueCents } from './quotes.ts';

export interface Arrived {
  readonly confirmed: Received;
  /** With transfers that lack confirmations. */
  readonly seen: Received;
}

export type Decision =
  | { readonly kind: 'capture'; readonly amountCents: number }
  | { readonly kind: 'reverse' }
  | { readonly kind: 'none' };

const NONE: Decision = { kind: 'none' };

/** @param capturedCents what is credited for the order now */
export function decide(order: Order, { confirmed, seen }: Arrived, capturedCents: number): Decision {
  if (order.status === 'paid') {
    const seenCents = valueCents(order.amountCents, order.quote, seen);
    return seenCents < capturedCents ? { kind: 'reverse' } : NONE;
  }
  const cents = valueCents(order.amountCents, order.quote, confirmed);
  const isEnough = cents >= order.amountCents || (order.status === 'closed' && creditsPart(order, cents));
  return isEnough ? { kind: 'capture', amountCents: cents } : NONE;
}

/** A donation that is no longer open counts with what has arrived; a ticket has its price. */
export const creditsPart = (order: Order, cents: number): boolean =>
  order.purpose === 'donation' && cents > 0;
