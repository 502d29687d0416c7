/** Records refunds that creators send from their wallets, since this server has no key to send tokens. */
import type { Address } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { localized } from '#platform/messages/index.ts';
import { ProviderRefused } from '../../provider.errors.ts';
import type { OnChainRefund, ProviderFact } from '../../provider.ts';
import * as captures from '../captures.repo.ts';
import type { Chain, Transaction } from '../chain/chain.ts';
import { chainName } from '../chain/chains.ts';
import { readExtendedKey } from '../chain/extended-key.ts';
import { refundFact } from '../facts.ts';
import * as repo from '../orders.repo.ts';
import { type Token, valueCents } from '../quotes.ts';
import { sumOf, transfersOf } from '../transfers.repo.ts';

export interface RefundOptions {
  readonly db: Database;
  readonly chain: Chain;
  readonly chainId: number;
  readonly confirmations: number;
  readonly usdc: Address | null;
  readonly now: () => Date;
}

/**
 * Counts a transaction as a refund of a payment if it is newer than the payment, pays one of its payers, and comes from
 * the creator's wallet. Without these rules any payment between strangers would count, since all of them are public.
 * @throws ProviderRefused with a sentence for the person who entered the hash
 */
export async function recordRefund(
  { db, chain, chainId, confirmations, usdc, now }: RefundOptions,
  { paymentId, transactionHash, account, isConfirmedByAdmin }: OnChainRefund,
): Promise<readonly ProviderFact[]> {
  const hash = transactionHash.trim().toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(hash)) throw new ProviderRefused(localized('errors.provider.crypto_hash'));
  const known = await db.read((tx) => captures.findRefund(tx, hash));
  if (known) {
    if (known.paymentId === paymentId) return [refundFact(known)];
    throw new ProviderRefused(localized('errors.provider.crypto_known'));
  }
  const { order, payers, paidInBlock } = await findPaid(db, paymentId);
  if (order.chainId !== chainId)
    throw new ProviderRefused(
      localized('errors.provider.crypto_other_chain', {
        paid: chainName(order.chainId),
        connected: chainName(chainId),
      }),
    );
  const [transaction, head] = await Promise.all([chain.transaction(hash, usdc), chain.head()]);
  if (!transaction) throw new ProviderRefused(localized('errors.provider.crypto_no_transaction'));
  const missing = confirmations - (head.number - transaction.blockNumber + 1);
  if (missing > 0)
    throw new ProviderRefused(localized('errors.provider.crypto_confirmations', { missing: `${missing}` }));
  if (transaction.blockNumber <= paidInBlock)
    throw new ProviderRefused(localized('errors.provider.crypto_older'));
  if (payers.length === 0 && !isConfirmedByAdmin)
    throw new ProviderRefused(localized('errors.provider.crypto_contract'));
  // An admin decides who gets the refund of a payment that came through a contract.
  const paid = paidTo(transaction, payers.length === 0 ? null : payers);
  if (payers.length > 0 && paid.length === 0)
    throw new ProviderRefused(
      localized('errors.provider.crypto_nothing_paid', { payers: payers.join(', ') }),
    );
  const own = isConfirmedByAdmin ? null : await walletOf(db, order, account, paid);
  const sent = paid.filter(({ sender }) => own?.has(sender) ?? true);
  if (sent.length === 0)
    throw new ProviderRefused(
      localized('errors.provider.crypto_other_wallet', { sender: paid[0]?.sender ?? '' }),
    );
  const sentCents = valueCents(order.amountCents, order.quote, sumOf(sent));
  if (sentCents === 0)
    throw new ProviderRefused(localized('errors.provider.crypto_too_small', { currency: order.currency }));
  const refund = await db.transact(async (tx) => {
    await repo.lockOrders(tx, [order.id]);
    const capture = await captures.findCapture(tx, paymentId);
    const refunded = await captures.refundsOf(tx, paymentId);
    const left = refunded.reduce((sum, { amountCents }) => sum - amountCents, capture?.amountCents ?? 0);
    if (left <= 0) throw new ProviderRefused(localized('errors.provider.refunded'));
    // A refund that exceeds the payment counts up to the payment.
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
    if (!order || capture.reversedAt)
      throw new ProviderRefused(localized('errors.provider.crypto_no_payment'));
    const transfers = await transfersOf(tx, order.id);
    const payers = [...new Set(transfers.flatMap(({ sender }) => sender ?? []))];
    return { order, payers, paidInBlock: Math.max(...transfers.map(({ blockNumber }) => blockNumber)) };
  });
}

interface Payment {
  readonly token: Token;
  readonly sender: Address;
  readonly units: bigint;
}

/** @param payers null accepts any recipient */
function paidTo(
  { from, to, wei, tokenTransfers }: Transaction,
  payers: readonly Address[] | null,
): Payment[] {
  const isPayer = (address: Address) => payers === null || payers.includes(address);
  const paid = tokenTransfers.flatMap(({ sender, recipient, units }): Payment[] =>
    sender && units > 0n && isPayer(recipient) ? [{ token: 'USDC', sender, units }] : [],
  );
  if (to && isPayer(to) && wei > 0n) paid.push({ token: 'ETH', sender: from, units: wei });
  return paid;
}

/** The number of addresses of an account that wallets show; they look for more if all are in use (BIP-44). */
const GAP_LIMIT = 20;

/**
 * The senders that are addresses of the wallet that received the payment: its own address, the first ones of the
 * account that it belongs to, and those that were given to other payments.
 */
async function walletOf(
  db: Database,
  order: repo.Order,
  account: string | null,
  paid: readonly Payment[],
): Promise<ReadonlySet<Address>> {
  const own = new Set([order.address]);
  const key = account === null ? null : readExtendedKey(account);
  // The creator may have connected another account since.
  if (key?.addressAt(order.addressIndex) !== order.address) return own;
  for (let index = 0; index < GAP_LIMIT; index++) own.add(key.addressAt(index));
  for (const { sender } of paid) {
    const index = await db.read((tx) => repo.findAddressIndex(tx, sender));
    if (index !== null && key.addressAt(index) === sender) own.add(sender);
  }
  return own;
}
