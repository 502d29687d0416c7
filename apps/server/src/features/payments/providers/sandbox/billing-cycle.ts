/** The cost of a change of price at the sandbox. */
import { type Cycle, periodAfter } from '../billing-period.ts';

interface Period {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cycle: Cycle;
  readonly amountCents: number;
}

/**
 * The amount due when a subscriber changes the price now: the new price for the rest of the period, less what was paid
 * for that rest. A change of the cycle starts a new period.
 * @returns `dueCents` is negative if the rest of the period was worth more
 */
export function prorate(current: Period, next: { amountCents: number; cycle: Cycle }, now: Date) {
  const lengthMs = current.periodEnd.getTime() - current.periodStart.getTime();
  const restMs = Math.min(lengthMs, Math.max(0, current.periodEnd.getTime() - now.getTime()));
  const shareOf = (cents: number) => Number((BigInt(cents) * BigInt(restMs)) / BigInt(lengthMs));
  const unusedCents = shareOf(current.amountCents);
  if (next.cycle === current.cycle) {
    const { periodStart, periodEnd } = current;
    return { dueCents: shareOf(next.amountCents) - unusedCents, periodStart, periodEnd };
  }
  const periodEnd = periodAfter(now, next.cycle);
  return { dueCents: next.amountCents - unusedCents, periodStart: now, periodEnd };
}
