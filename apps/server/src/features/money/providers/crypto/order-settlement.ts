/** Applies what was decided about orders, and writes down what is credited for each. */
import type { Writer } from '#platform/db/database.ts';
import * as captures from './captures.repo.ts';
import * as repo from './crypto.repo.ts';
import { creditsPart, decide } from './order-decisions.ts';
import { valueCents } from './quotes.ts';

async function arrivedFor(tx: Writer, order: repo.Order) {
  const transfers = await repo.transfersOf(tx, order.id);
  return {
    confirmed: repo.sumOf(transfers.filter(({ isConfirmed }) => isConfirmed)),
    seen: repo.sumOf(transfers),
  };
}

export async function settleOrders(
  tx: Writer,
  ids: readonly string[],
  confirmedBlock: number,
  at: Date,
): Promise<void> {
  for (const order of await repo.lockOrders(tx, ids)) {
    const arrived = await arrivedFor(tx, order);
    const credited = await captures.capturesOf(tx, order.id);
    const valid = credited.find(({ reversedAt }) => reversedAt === null);
    const decision = decide(order, arrived, valid?.amountCents ?? 0);
    if (decision.kind === 'capture') await capture(tx, order, decision.amountCents, confirmedBlock, at);
    if (decision.kind === 'reverse' && valid) {
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
  confirmedBlock: number,
  at: Date,
): Promise<void> {
  const { length } = await captures.capturesOf(tx, order.id);
  const paymentId = length === 0 ? order.id : `${order.id}-${length + 1}`;
  await captures.insertCapture(tx, { paymentId, orderId: order.id, amountCents, capturedAt: at });
  await repo.markPaid(tx, order.id, confirmedBlock);
}

/** Ends an open order for which no unconfirmed payment is on its way. A donation counts with what has arrived. */
export async function closeOrder(tx: Writer, id: string, confirmedBlock: number, at: Date): Promise<void> {
  const [order] = await repo.lockOrders(tx, [id]);
  if (order?.status !== 'open') return;
  const { confirmed, seen } = await arrivedFor(tx, order);
  if (seen.USDC > confirmed.USDC || seen.ETH > confirmed.ETH) return;
  const cents = valueCents(order.amountCents, order.quote, confirmed);
  if (creditsPart(order, cents)) await capture(tx, order, cents, confirmedBlock, at);
  else await repo.markClosed(tx, id, order.expiresAt > at ? 'canceled' : 'expired', at);
}
