/** What a subscriber gets back of a subscription that is paid for and ends before its time. */

export interface PaidPeriod {
  /** Of the whole period; null: what was paid for it, such as for a gift. */
  readonly priceCents: number | null;
  /** What a change of tier has left for later periods. */
  readonly creditCents: number;
  readonly start: Date;
  readonly end: Date;
  /** All charges of the subscription, newest first. */
  readonly charges: readonly {
    readonly id: string;
    readonly grossCents: number;
    readonly remainingCents: number;
    /** Whether it pays for the running period. Where that is paid by credit, the last charge does. */
    readonly isCurrent: boolean;
    readonly feeCents: number;
    /** Whether the creator's share is in the available balance: neither pending nor held by the creator. */
    readonly isReleased: boolean;
  }[];
}

export interface UnusedShare {
  readonly chargeId: string;
  readonly amountCents: number;
}

/**
 * The price of the time that is left, rounded up, and the credit, without what was taken back of the running period.
 * It comes from the newest charge first and is never more than is left of each.
 */
export function unusedShares(
  { priceCents, creditCents, start, end, charges }: PaidPeriod,
  at: Date,
): UnusedShare[] {
  const current = charges.filter(({ isCurrent }) => isCurrent);
  const grossCents = current.reduce((sum, charge) => sum + charge.grossCents, 0);
  const remainingCents = current.reduce((sum, charge) => sum + charge.remainingCents, 0);
  const price = priceCents ?? grossCents;
  const wholeMs = end.getTime() - start.getTime();
  const leftMs = Math.min(wholeMs, Math.max(0, end.getTime() - at.getTime()));
  const unusedCents = wholeMs > 0 ? Number(divideUp(BigInt(price) * BigInt(leftMs), BigInt(wholeMs))) : 0;
  const keptCents = Math.max(0, price + creditCents - (grossCents - remainingCents));
  let dueCents = Math.min(unusedCents + creditCents, keptCents);
  return charges.flatMap(({ id, remainingCents }) => {
    const amountCents = Math.min(dueCents, remainingCents);
    dueCents -= amountCents;
    return amountCents > 0 ? { chargeId: id, amountCents } : [];
  });
}

/** Of large numbers: a price times the milliseconds of a year is beyond the safe integers. */
const divideUp = (of: bigint, by: bigint): bigint => (of + by - 1n) / by;
