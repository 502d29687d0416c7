import type { OwnSubscription } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';

export type Current = Pick<
  OwnSubscription,
  'status' | 'price' | 'credit' | 'billingCycle' | 'currentPeriodStart' | 'currentPeriodEnd' | 'asOf'
>;

/**
 * Estimates the cost of a change of tier or cycle, if the provider prorates: the new price for the rest of the period,
 * less what the rest was paid with. Another cycle starts a new period. Providers count to the second.
 * @returns minor units; negative for a credit, which pays for the next periods
 */
export function changeCost(current: Current, next: { price: number; cycle: BillingCycle }): number {
  // The trial continues, and the new price applies after it.
  if (current.status === 'trialing') return 0;
  const [start, end] = [Date.parse(current.currentPeriodStart), Date.parse(current.currentPeriodEnd)];
  const now = Date.parse(current.asOf);
  const rest = Math.min(1, Math.max(0, (end - now) / (end - start)));
  const share = next.cycle === current.billingCycle ? rest : 1;
  return Math.round(next.price * share - current.price * rest) - current.credit;
}
