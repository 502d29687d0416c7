/** The platform's fee on a charge. */

export interface FeeSplit {
  readonly fee: number;
  /** The creator's share. */
  readonly net: number;
}

const WHOLE = 10_000n;

/**
 * Splits a charge into the platform's fee and the creator's net. The fee is rounded down, in favor of the creator.
 * @param amount minor units @param basisPoints hundredths of a percent, 0 to 10,000
 * @throws RangeError for an invalid amount or share
 */
export function splitFee(amount: number, basisPoints: number): FeeSplit {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`Amount ${amount} is not a safe integer of at least 0`);
  }
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000) {
    throw new RangeError(`Share of ${basisPoints} basis points is not an integer from 0 to 10000`);
  }
  const fee = Number((BigInt(amount) * BigInt(basisPoints)) / WHOLE);
  return { fee, net: amount - fee };
}
