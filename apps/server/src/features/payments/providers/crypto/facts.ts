/** The facts about an order that settlement applies. */
import { formatMoney } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';
import type { ProviderFact } from '../provider.ts';
import * as captures from './captures.repo.ts';
import type { Order } from './orders.repo.ts';
import { valueCents } from './quotes.ts';
import { sumOf, transfersOf } from './transfers.repo.ts';

/** All facts about an order, in the order in which settlement applies them. */
export async function factsOf(db: Reader, order: Order): Promise<ProviderFact[]> {
  const facts: ProviderFact[] = [];
  for (const capture of await captures.capturesOf(db, order.id)) {
    const { paymentId, amountCents, capturedAt, reversedAt } = capture;
    facts.push({
      kind: 'captured',
      checkoutId: order.id,
      paymentId,
      amountCents,
      currency: order.currency,
      // The payment is in the creator's wallet already, and the platform's fee with it.
      heldBy: 'creator_gross',
      capturedAt,
      subscription: null,
    });
    for (const refund of await captures.refundsOf(db, paymentId)) facts.push(refundFact(refund));
    if (reversedAt) facts.push({ kind: 'payment_reversed', paymentId, occurredAt: reversedAt });
  }
  if (order.outcome) {
    facts.push({
      kind: 'checkout_closed',
      checkoutId: order.id,
      outcome: order.outcome,
      reason: await reasonOf(db, order),
    });
  }
  return facts;
}

export function refundFact(refund: captures.StoredRefund): Extract<ProviderFact, { kind: 'refund' }> {
  return {
    kind: 'refund',
    paymentId: refund.paymentId,
    refundId: refund.transactionHash,
    requestId: null,
    byCreator: true,
    amountCents: refund.amountCents,
    status: 'succeeded',
    occurredAt: refund.recordedAt,
  };
}

async function reasonOf(db: Reader, order: Order): Promise<string | null> {
  const received = sumOf(await transfersOf(db, order.id));
  const cents = valueCents(order.amountCents, order.quote, received);
  if (cents === 0) return null;
  const paid = `${formatMoney(cents, order.currency)} of ${formatMoney(order.amountCents, order.currency)}`;
  return `Only ${paid} arrived in time. Ask the creator to send it back.`;
}
