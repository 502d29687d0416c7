/** The instructions for a refund: in the token of the payment, to its payer, at its rates. */
import type { RefundInstructions } from '@tributary/contracts/payments';
import { formatUnits } from 'viem';
import type { Reader } from '#platform/db/database.ts';
import * as captures from '../captures.repo.ts';
import { chainName, isTestChain } from '../chain/chains.ts';
import * as repo from '../orders.repo.ts';
import { DECIMALS, unitsFor } from '../quotes.ts';
import { transfersOf } from '../transfers.repo.ts';

export async function describeRefund(
  db: Reader,
  paymentId: string,
  amountCents: number,
): Promise<RefundInstructions | null> {
  const capture = await captures.findCapture(db, paymentId);
  const order = capture && (await repo.findOrder(db, capture.orderId));
  if (!order) return null;
  const { chainId } = order;
  const transfers = await transfersOf(db, order.id);
  const senders = transfers.map(({ sender }) => sender).filter((sender) => sender !== null);
  return {
    chain: { id: chainId, name: chainName(chainId), isTest: isTestChain(chainId) },
    addresses: [...new Set(senders)],
    options: [...new Set(transfers.map(({ token }) => token))].flatMap((token) => {
      const units = unitsFor(token, order.quote, amountCents, order.amountCents);
      return units === null ? [] : [{ token, amount: formatUnits(units, DECIMALS[token]) }];
    }),
  };
}
