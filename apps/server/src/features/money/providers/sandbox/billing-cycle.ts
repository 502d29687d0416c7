/** The sandbox's calendar of billing periods, and what a change of price costs. */

export type Cycle = 'monthly' | 'yearly';

/** The same day of the next month or year, or the last day of a shorter month. */
export function periodAfter(start: Date, cycle: Cycle): Date {
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + (cycle === 'monthly' ? 1 : 12));
  // Day 0 is the last day of the month before.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

interface Period {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cycle: Cycle;
  readonly amountCents: number;
}

/**
 * What a subscriber owes who moves to another price now: the new price for the rest of the period, less what the
 * rest was paid with. A change of the cycle starts a new period.
 * @returns `dueCents` is negative where the rest of the period was worth more
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
