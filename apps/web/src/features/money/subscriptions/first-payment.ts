import type { BillingCycle, Tier } from '@tributary/contracts';

const DAY_MS = 86_400_000;

export const priceOf = ({ priceMonthly, priceYearly }: Tier, cycle: BillingCycle): number =>
  (cycle === 'yearly' ? priceYearly : priceMonthly) ?? 0;

/** What a subscription that starts now costs today, and when it is charged for next. */
export function firstPayment(
  tier: Tier,
  { cycle, trialDays }: { cycle: BillingCycle; trialDays: number },
  now: Date,
): { todayCents: number; next: Date } {
  if (trialDays > 0) return { todayCents: 0, next: new Date(now.getTime() + trialDays * DAY_MS) };
  const next = new Date(now);
  next.setMonth(now.getMonth() + (cycle === 'yearly' ? 12 : 1));
  // Day 0 is the last day of the month before, for months without this day.
  if (next.getDate() !== now.getDate()) next.setDate(0);
  return { todayCents: priceOf(tier, cycle), next };
}
