import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCount, formatViewers } from './numbers.ts';

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1204, '1.2K'],
    [1299, '1.2K'],
    [10_999, '10K'],
    [999_999, '999K'],
    [1_000_000, '1M'],
    [3_450_000, '3.4M'],
  ])('formats %i as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('never rounds up, and stays short', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (count) => {
        const text = formatCount(count);
        const unit = { K: 1000, M: 1_000_000 }[text.slice(-1)] ?? 1;
        expect(Math.round(Number.parseFloat(text) * unit)).toBeLessThanOrEqual(count);
        expect(text.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe('formatViewers', () => {
  it('uses the singular for one viewer', () => {
    expect([0, 1, 1204].map(formatViewers)).toEqual(['0 viewers', '1 viewer', '1,204 viewers']);
  });
});
