import type { Tier } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';

/** In minor units; 0 where the tier is free or has no such price. */
export const priceOf = ({ priceMonthly, priceYearly }: Tier, cycle: BillingCycle): number =>
  (cycle === 'yearly' ? priceYearly : priceMonthly) ?? 0;
