/** How many payment pages one account and one network may open within an hour, in all processes together. */
import type { UserId } from '@tributary/contracts';
import type { ExpiringStore, SharedState } from '#platform/shared-state/index.ts';
import { checkoutErrors } from './checkouts.errors.ts';

const HOUR_MS = 3_600_000;
const PER_ACCOUNT = 60;
/** Behind one address there may be many people. */
const PER_NETWORK = 600;

export interface CheckoutBudgets {
  /** @throws AppError `too_many_checkouts` */
  spend(payerId: UserId | null, network: string): Promise<void>;
}

export function createCheckoutBudgets(sharedState: SharedState): CheckoutBudgets {
  const store = sharedState.store('checkouts');
  return {
    async spend(payerId, network) {
      if (payerId !== null) await spendOne(store, `account:${payerId}`, PER_ACCOUNT);
      await spendOne(store, `network:${network}`, PER_NETWORK);
    },
  };
}

async function spendOne(store: ExpiringStore, key: string, limit: number): Promise<void> {
  const { count, expiresInMs } = await store.increment(key, HOUR_MS);
  if (count <= limit) return;
  throw checkoutErrors.too_many_checkouts({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
}
