/** Calculates billing periods. */
export type Cycle = 'monthly' | 'yearly';

/** The same day of the next month or year, or the last day of a shorter month. */
export function periodAfter(start: Date, cycle: Cycle): Date {
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + (cycle === 'monthly' ? 1 : 12));
  // Day 0 is the last day of the month before.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
