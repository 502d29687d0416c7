import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketsOf } from './buckets.ts';

const days = (date: Date | undefined) => date?.toISOString().slice(0, 10);

describe('bucketsOf', () => {
  // A Sunday, the last day of its week.
  const now = new Date('2027-02-28T22:15:00Z');

  it.each([
    ['30d', 30, '2027-01-30', '2027-02-28', '2026-12-31'],
    ['90d', 13, '2026-11-30', '2027-02-22', '2026-08-31'],
    ['12m', 12, '2026-03-01', '2027-02-01', '2025-03-01'],
  ] as const)(
    'divides %s into %i buckets from %s to %s, after a period from %s',
    (period, count, first, last, before) => {
      const cut = bucketsOf(period, now);
      expect([cut.starts.length, days(cut.starts[0]), days(cut.starts.at(-1)), days(cut.before)]).toEqual([
        count,
        first,
        last,
        before,
      ]);
    },
  );

  it('has rising buckets without a gap at any time', () => {
    const whenever = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(whenever, fc.constantFrom('30d', '90d', '12m'), (at, period) => {
        const { starts, before, bucket } = bucketsOf(period, at);
        const longest = { day: 1, week: 7, month: 31 }[bucket] * 86_400_000;
        const times = [...starts.map(Number), Number(at) + 1];
        for (const [index, time] of times.slice(1).entries()) {
          const gap = time - Number(times[index]);
          expect(gap).toBeGreaterThan(0);
          expect(gap).toBeLessThanOrEqual(longest + 1);
        }
        expect(Number(before)).toBeLessThan(Number(starts[0]));
      }),
    );
  });
});
