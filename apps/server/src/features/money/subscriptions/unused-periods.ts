/** What a subscriber gets back of a period that is paid for and ends before its time. */

export interface PaidPeriod {
  /** Of the whole period; null: what was paid for it, such as for a gift. */
  readonly priceCents: number | null;
  readonly start: Date;
  readonly end: Date;
  /** The charges that pay for it, newest first, as after a change of tier. */
  readonly charges: readonly {
    readonly id: string;
    readonly grossCents: number;
    readonly remainingCents: number;
  }[];
}

export interface UnusedShare {
  readonly chargeId: string;
  readonly amountCents: number;
}

/** The price of the time that is left, rounded up, from the newest charge first and never more than is left of each. */
export function unusedShares({ priceCents, start, end, charges }: PaidPeriod, at: Date): UnusedShare[] {
  const [wholeMs, leftMs] = [end.getTime() - start.getTime(), end.getTime() - at.getTime()];
  if (leftMs <= 0 || wholeMs <= 0) return [];
  const paidCents = charges.reduce((sum, { grossCents }) => sum + grossCents, 0);
  let dueCents = Math.ceil(((priceCents ?? paidCents) * Math.min(leftMs, wholeMs)) / wholeMs);
  return charges.flatMap(({ id, remainingCents }) => {
    const amountCents = Math.min(dueCents, remainingCents);
    dueCents -= amountCents;
    return amountCents > 0 ? { chargeId: id, amountCents } : [];
  });
}
