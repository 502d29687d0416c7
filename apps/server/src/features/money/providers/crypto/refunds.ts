/** Refunds that creators send from their wallets: this server has no key to send anything. */
import type { Address } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact } from '../provider.ts';
import * as captures from './captures.repo.ts';
import type { Chain, Transaction } from './chain.ts';
import { refundFact } from './facts.ts';
import * as repo from './orders.repo.ts';
import { type Received, valueCents } from './quotes.ts';
import { transfersOf } from './transfers.repo.ts';

export interface RefundOptions {
  readonly db: Database;
  readonly chain: Chain;
  readonly confirmations: number;
  readonly usdc: Address | null;
  readonly now: () => Date;
}

/**
 * Counts a transaction as a refund of a payment, if it pays somebody who paid it. Who sent it does not matter.
 * @throws ProviderRefused with a sentence for whoever entered the hash
 */
export async function recordRefund(
  { db, chain, confirmations, usdc, now }: RefundOptions,
  { paymentId, transactionHash }: { readonly paymentId: string; readonly transactionHash: string },
): Promise<readonly ProviderFact[]> {
  const hash = transactionHash.trim().toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(hash))
    throw new ProviderRefused('Enter the hash of the transaction: 0x and 64 letters or digits.');
  const known = await db.read((tx) => captures.findRefund(tx, hash));
  if (known) {
    if (known.paymentId === paymentId) return [refundFact(known)];
    throw new ProviderRefused('This transaction is already recorded as the refund of another payment.');
  }
  const { order, payers } = await findPaid(db, paymentId);
  const [transaction, head] = await Promise.all([chain.transaction(hash, usdc), chain.head()]);
  if (!transaction)
    throw new ProviderRefused(
      'The chain has no such transaction, or it failed. Check the hash and try again.',
    );
  const missing = confirmations - (head.number - transaction.blockNumber + 1);
  if (missing > 0)
    throw new ProviderRefused(`This transaction needs ${missing} more confirmations. Try again later.`);
  const sentCents = valueCents(order.amountCents, order.quote, paidTo(transaction, payers));
  if (sentCents === 0)
    throw new ProviderRefused(
      `This transaction pays nothing to ${payers.join(' or ')}, which sent the payment.`,
    );
  const refund = await db.transact(async (tx) => {
    await repo.lockOrders(tx, [order.id]);
    const capture = await captures.findCapture(tx, paymentId);
    const refunded = await captures.refundsOf(tx, paymentId);
    const left = refunded.reduce((sum, { amountCents }) => sum - amountCents, capture?.amountCents ?? 0);
    if (left <= 0) throw new ProviderRefused('This payment is already refunded in full.');
    // More than was paid is between the creator and the payer.
    const amountCents = Math.min(sentCents, left);
    const stored = { transactionHash: hash, paymentId, amountCents, recordedAt: now() };
    await captures.insertRefund(tx, stored);
    return stored;
  });
  return [refundFact(refund)];
}

async function findPaid(db: Database, paymentId: string) {
  return db.read(async (tx) => {
    const capture = await captures.findCapture(tx, paymentId);
    const order = capture && (await repo.findOrder(tx, capture.orderId));
    if (!order || capture.reversedAt) throw new ProviderRefused('There is no such payment to refund.');
    const senders = (await transfersOf(tx, order.id)).map(({ sender }) => sender);
    const payers = [...new Set(senders.filter((sender) => sender !== null))];
    if (payers.length === 0)
      throw new ProviderRefused(
        'The payment came through a contract or from several addresses at once, so that nobody can tell whom to refund.',
      );
    return { order, payers };
  });
}

function paidTo({ to, wei, tokenTransfers }: Transaction, payers: readonly Address[]): Received {
  const USDC = tokenTransfers
    .filter(({ recipient }) => payers.includes(recipient))
    .reduce((sum, { units }) => sum + units, 0n);
  return { USDC, ETH: to && payers.includes(to) ? wei : 0n };
}
