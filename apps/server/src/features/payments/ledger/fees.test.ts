import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFee } from './fees.ts';

const amounts = fc.maxSafeNat();
const shares = fc.integer({ min: 0, max: 10_000 });

describe('the platform fee', () => {
  it.each([
    [1000, 1000, 100, 900],
    [1, 1000, 0, 1],
    [9, 1000, 0, 9],
    [1999, 1000, 199, 1800],
    [2999, 1250, 374, 2625],
    [500, 0, 0, 500],
    [500, 10_000, 500, 0],
  ])('of %i at %i basis points is %i and leaves %i', (amount, share, fee, net) => {
    expect(splitFee(amount, share)).toEqual({ fee, net });
  });

  it('splits an amount so that fee plus net is the amount, and the fee never exceeds its share', () => {
    fc.assert(
      fc.property(amounts, shares, (amount, share) => {
        const { fee, net } = splitFee(amount, share);
        expect(fee + net).toBe(amount);
        expect(net).toBeGreaterThanOrEqual(0);
        const exact = BigInt(amount) * BigInt(share);
        // The fee is rounded down by less than a minor unit.
        expect(BigInt(fee) * 10_000n <= exact && exact < (BigInt(fee) + 1n) * 10_000n).toBe(true);
      }),
    );
  });

  it('never decreases as the amount increases', () => {
    fc.assert(
      fc.property(amounts, amounts, shares, (one, other, share) => {
        const [less, more] = [splitFee(Math.min(one, other), share), splitFee(Math.max(one, other), share)];
        expect(less.fee).toBeLessThanOrEqual(more.fee);
        expect(less.net).toBeLessThanOrEqual(more.net);
      }),
    );
  });

  it.each([
    [-1, 1000],
    [0.5, 1000],
    [Number.NaN, 1000],
    [100, -1],
    [100, 10_001],
    [100, 0.5],
  ])('is refused for an amount of %d at %d basis points', (amount, share) => {
    expect(() => splitFee(amount, share)).toThrow(RangeError);
  });
});
