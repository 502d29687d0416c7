/** Applies the decisions about orders, and records what is credited for each. */
import type { Writer } from '#platform/db/database.ts';
import * as captures from './captures.repo.ts';
import { type CurrentPrice, creditsPart, decide, quoteFor } from './order-decisions.ts';
import * as repo from './orders.repo.ts';
import { type Quote, valueCents } from './quotes.ts';
import { sumOf, transfersOf } from './transfers.repo.ts';

async function arrivedFor(tx: Writer, order: repo.Order) {
  const transfers = await transfersOf(tx, order.id);
  return {
    confirmed: sumOf(transfers.filter(({ isConfirmed }) => isConfirmed)),
    seen: sumOf(transfers),
  };
}

interface Moment {
  readonly confirmedBlock: number;
  readonly at: Date;
}

/** @param price null: unknown, or not needed */
export async function settleOrders(
  tx: Writer,
  ids: readonly string[],
  price: CurrentPrice | null,
  moment: Moment,
): Promise<void> {
  for (const order of await repo.lockOrders(tx, ids)) {
    const arrived = await arrivedFor(tx, order);
    const credited = await captures.capturesOf(tx, order.id);
    const valid = credited.find(({ reversedAt }) => reversedAt === null);
    const quote = quoteFor(order, arrived.confirmed, credited.length > 0, price);
    const decision = decide(order, arrived, valid?.amountCents ?? 0, quote);
    if (decision.kind === 'capture') await capture(tx, order, decision.amountCents, decision.quote, moment);
    if (decision.kind === 'reverse' && valid) {
      const { at } = moment;
      await captures.reverseCapture(tx, valid.paymentId, at);
      if (order.expiresAt > at) await repo.markOpen(tx, order.id);
      else await repo.markClosed(tx, order.id, 'expired', at);
    }
  }
}

async function capture(
  tx: Writer,
  order: repo.Order,
  amountCents: number,
  quote: Quote,
  { confirmedBlock, at }: Moment,
): Promise<void> {
  const { length } = await captures.capturesOf(tx, order.id);
  const paymentId = length === 0 ? order.id : `${order.id}-${length + 1}`;
  await captures.insertCapture(tx, { paymentId, orderId: order.id, amountCents, capturedAt: at });
  await repo.markPaid(tx, order.id, confirmedBlock, quote);
}

/**
 * Ends an open order, unless an unconfirmed payment may still complete it, or ETH that has arrived may not be known
 * yet. A donation is credited with the part that has arrived. Less than the price of a ticket must not hold its seat.
 */
export async function closeOrder(tx: Writer, id: string, moment: Moment): Promise<void> {
  const [order] = await repo.lockOrders(tx, [id]);
  if (order?.status !== 'open') return;
  const { confirmed, seen } = await arrivedFor(tx, order);
  const { amountCents, quote, expiresAt } = order;
  if (quote.ETH !== null && order.ether.block < moment.confirmedBlock) return;
  const seenCents = valueCents(amountCents, quote, seen);
  const isOnItsWay = seen.USDC > confirmed.USDC || seen.ETH > confirmed.ETH;
  if (isOnItsWay && (seenCents >= amountCents || creditsPart(order, seenCents))) return;
  const cents = valueCents(amountCents, quote, confirmed);
  if (creditsPart(order, cents)) await capture(tx, order, cents, quote, moment);
  else await repo.markClosed(tx, id, expiresAt > moment.at ? 'canceled' : 'expired', moment.at);
}
