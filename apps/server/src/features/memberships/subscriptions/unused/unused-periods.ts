/** Calculates the refund of a paid subscription that ends early. */

export interface PaidPeriod {
  /** The price of the whole period; null: the sum of its charges, such as for a gift. */
  readonly priceCents: number | null;
  /** The credit of a change of tier, which pays for later periods. */
  readonly creditCents: number;
  readonly start: Date;
  readonly end: Date;
  /** All charges of the subscription, newest first. */
  readonly charges: readonly {
    readonly id: string;
    readonly grossCents: number;
    readonly remainingCents: number;
    /** Whether the charge pays for the running period. If credit pays for it, the last charge counts as current. */
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
 * The refund for a period: the price of the remaining time, rounded up, plus the credit, less what was already taken
 * back of the running period. It is taken from the newest charge first, up to what is left of each charge.
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

/** Divides as bigint and rounds up, since a price times the milliseconds of a year exceeds the safe integers. */
const divideUp = (of: bigint, by: bigint): bigint => (of + by - 1n) / by;
