/** How what people give is divided. */

export interface Division {
  readonly fee: number;
  /** What is the creator's. */
  readonly net: number;
}

const WHOLE = 10_000n;

/**
 * The platform's share of an amount, rounded down: a fraction of a minor unit is the creator's.
 * @param amount minor units @param basisPoints hundredths of a percent, 0 to 10,000
 * @throws RangeError for what is no amount or no share
 */
export function divide(amount: number, basisPoints: number): Division {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of money.`);
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000) {
    throw new RangeError(`${basisPoints} basis points are no share.`);
  }
  const fee = Number((BigInt(amount) * BigInt(basisPoints)) / WHOLE);
  return { fee, net: amount - fee };
}

/** Each ticket is divided by itself: ten of them cost ten times the fee of one. */
export function divideTickets(price: number, sold: number, basisPoints: number): Division {
  const { fee, net } = divide(price, basisPoints);
  return { fee: fee * sold, net: net * sold };
}
