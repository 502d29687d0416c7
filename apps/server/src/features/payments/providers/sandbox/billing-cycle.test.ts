import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../platform/durations.ts';
import { periodAfter } from '../billing-period.ts';
import { prorate } from './billing-cycle.ts';

describe('a billing period', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 'monthly', '2026-02-28T10:00:00Z'],
    ['2026-03-15T10:00:00Z', 'monthly', '2026-04-15T10:00:00Z'],
    ['2026-12-31T10:00:00Z', 'monthly', '2027-01-31T10:00:00Z'],
    ['2028-02-29T10:00:00Z', 'yearly', '2029-02-28T10:00:00Z'],
  ] as const)('that starts at %s and is %s ends at %s', (start, cycle, end) => {
    expect(periodAfter(new Date(start), cycle)).toEqual(new Date(end));
  });
});

describe('a change of price', () => {
  const periodStart = new Date('2026-04-01T00:00:00Z');
  const current = {
    periodStart,
    periodEnd: periodAfter(periodStart, 'monthly'),
    cycle: 'monthly',
    amountCents: 500,
  } as const;
  const middle = new Date(periodStart.getTime() + 15 * DAY_MS);

  it('in the middle of a month costs half of the difference', () => {
    expect(prorate(current, { amountCents: 1500, cycle: 'monthly' }, middle).dueCents).toBe(500);
  });

  it('to a lower price leaves a credit', () => {
    expect(prorate(current, { amountCents: 100, cycle: 'monthly' }, middle).dueCents).toBe(-200);
  });

  it('to another cycle starts a new period, less the value of the rest of the old one', () => {
    expect(prorate(current, { amountCents: 5000, cycle: 'yearly' }, middle)).toEqual({
      dueCents: 4750,
      periodStart: middle,
      periodEnd: periodAfter(middle, 'yearly'),
    });
  });

  it('never costs more than the difference of the prices within a cycle', () => {
    const cents = fc.nat(1_000_000);
    fc.assert(
      fc.property(cents, cents, fc.nat(40 * DAY_MS), (from, to, elapsedMs) => {
        const now = new Date(periodStart.getTime() + elapsedMs);
        const { dueCents } = prorate(
          { ...current, amountCents: from },
          { amountCents: to, cycle: 'monthly' },
          now,
        );
        expect(Math.abs(dueCents)).toBeLessThanOrEqual(Math.abs(to - from) + 1);
      }),
    );
  });
});
