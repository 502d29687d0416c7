/** Limits of the payment pages that one account and one network may open within an hour, shared by all processes. */
import type { UserId } from '@tributary/contracts/shared';
import { HOUR_MS } from '#platform/durations.ts';
import { countNetwork } from '#platform/network/network-rate.ts';
import type { Counter, SharedState } from '#platform/shared-state/index.ts';
import { checkoutErrors } from './checkouts.errors.ts';

const PER_ACCOUNT = 60;
/** Many people may share one address. */
const PER_NETWORK = 600;
/** Receipts go to unverified addresses, so their limit is lower. */
const RECEIPTS_PER_NETWORK = 30;

export interface CheckoutBudgets {
  /** @throws AppError `too_many_checkouts` */
  spend(payerId: UserId | null, network: string): Promise<void>;
  /** Counts a receipt that a guest wants by mail. @throws AppError `too_many_receipts` */
  spendReceipt(network: string): Promise<void>;
}

export function createCheckoutBudgets(sharedState: SharedState): CheckoutBudgets {
  const store = sharedState.store('checkouts');
  return {
    async spend(payerId, network) {
      if (payerId !== null) refuseBeyond(PER_ACCOUNT, await store.increment(`account ${payerId}`, HOUR_MS));
      const rate = { of: 'network', network, windowMs: HOUR_MS, max: PER_NETWORK };
      refuseBeyond(PER_NETWORK, await countNetwork(store, rate));
    },
    async spendReceipt(network) {
      const rate = { of: 'receipts', network, windowMs: HOUR_MS, max: RECEIPTS_PER_NETWORK };
      const { count } = await countNetwork(store, rate);
      if (count <= RECEIPTS_PER_NETWORK) return;
      throw checkoutErrors.too_many_receipts().at('/receiptEmail');
    },
  };
}

function refuseBeyond(limit: number, { count, expiresInMs }: Counter): void {
  if (count <= limit) return;
  throw checkoutErrors.too_many_checkouts({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
}
