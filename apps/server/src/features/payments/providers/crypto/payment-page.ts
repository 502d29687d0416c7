/** The contents of an order's payment page. Reads the database only, so that watching the page costs no RPC calls. */
import type { OnChainPayment } from '@tributary/contracts/payments';
import { type Address, formatUnits } from 'viem';
import type { Reader } from '#platform/db/database.ts';
import { findChain } from './blocks.repo.ts';
import * as captures from './captures.repo.ts';
import { chainName, isTestChain } from './chain/chains.ts';
import type { Order } from './orders.repo.ts';
import { DECIMALS, missingUnits, paymentUri, type Token, valueCents } from './quotes.ts';
import { sumOf, transfersOf } from './transfers.repo.ts';

export interface PageOptions {
  /** The chain that the settings name. */
  readonly chainId: number;
  readonly confirmations: number;
  readonly usdc: Address | null;
}

const TOKENS: readonly Token[] = ['USDC', 'ETH'];

export async function describePayment(
  db: Reader,
  order: Order,
  { chainId, confirmations, usdc }: PageOptions,
  now: Date,
): Promise<OnChainPayment> {
  const [transfers, credited, chain] = await Promise.all([
    transfersOf(db, order.id),
    captures.capturesOf(db, order.id),
    findChain(db, order.chainId),
  ]);
  const seen = sumOf(transfers);
  const valid = credited.find(({ reversedAt }) => reversedAt === null);
  const seenCents = valueCents(order.amountCents, order.quote, seen);
  const state = stateOf(order, seenCents, now);
  // Tokens that are sent on a chain that the settings no longer name are not noticed.
  const isPayable = order.chainId === chainId && (state === 'waiting' || state === 'underpaid');
  return {
    state,
    chain: { id: order.chainId, name: chainName(order.chainId), isTest: isTestChain(order.chainId) },
    address: order.address,
    options: TOKENS.flatMap((token) => {
      const units = order.quote[token];
      if (units === null) return [];
      const missing = isPayable ? missingUnits(token, order.quote, seen) : null;
      return {
        token,
        amount: formatUnits(units, DECIMALS[token]),
        missing: missing === null ? null : formatUnits(missing, DECIMALS[token]),
        uri: missing === null ? null : paymentUri(token, { chainId, address: order.address, usdc }, missing),
        contract: token === 'USDC' ? usdc : null,
      };
    }),
    received: transfers.map(({ token, units, transactionHash, blockNumber }) => ({
      token,
      amount: formatUnits(units, DECIMALS[token]),
      transactionHash,
      confirmations: Math.max(0, (chain?.headNumber ?? 0) - blockNumber + 1),
    })),
    confirmationsRequired: confirmations,
    amount: order.amountCents,
    currency: order.currency,
    credited: valid?.amountCents ?? null,
    wasReversed: credited.some(({ reversedAt }) => reversedAt !== null),
    expiresAt: order.expiresAt.toISOString(),
  };
}

function stateOf(order: Order, seenCents: number, now: Date): OnChainPayment['state'] {
  if (order.status === 'paid') return 'paid';
  if (order.outcome !== null) return order.outcome;
  if (seenCents >= order.amountCents) return 'confirming';
  if (order.expiresAt <= now) return 'expired';
  return seenCents > 0 ? 'underpaid' : 'waiting';
}
