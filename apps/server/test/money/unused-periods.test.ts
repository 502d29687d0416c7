import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reservedCents } from '../../src/features/memberships/subscriptions/unused/reserved.ts';
import { unusedShares } from '../../src/features/memberships/subscriptions/unused/unused-periods.ts';
import { periodAfter } from '../../src/features/payments/providers/billing-period.ts';
import { prorate } from '../../src/features/payments/providers/sandbox/billing-cycle.ts';
import { DAY_MS } from '../../src/platform/durations.ts';

const at = (day: number) => new Date(Date.UTC(2026, 3, day));
const period = { priceCents: 1000, creditCents: 0, start: at(1), end: at(31) };
const charge = (id: string, grossCents: number, remainingCents = grossCents, isCurrent = true) => ({
  id,
  grossCents,
  remainingCents,
  isCurrent,
  feeCents: 0,
  isReleased: true,
});

describe('the reserved part of a balance', () => {
  const yearly = { ...period, end: at(366), priceCents: 1000 };
  const paid = (more: object) => ({ ...yearly, charges: [{ ...charge('a', 1000), feeCents: 100, ...more }] });

  it('is the creator’s part of the unused share', () => {
    expect(reservedCents([paid({})], at(1))).toBe(900);
    // 500 of 1000 are unused, and 50 of the fee return with them.
    expect(reservedCents([paid({})], new Date((yearly.start.getTime() + yearly.end.getTime()) / 2))).toBe(
      450,
    );
    expect(reservedCents([paid({})], yearly.end)).toBe(0);
  });

  it('leaves out charges that are pending, and those that the creator holds', () => {
    expect(reservedCents([paid({ isReleased: false })], at(1))).toBe(0);
  });

  it('leaves out what was taken back, with the fee that has returned', () => {
    expect(reservedCents([paid({ remainingCents: 501, feeCents: 99 })], at(1))).toBe(501 - (99 - 50));
  });
});

describe('the unused share of a paid period', () => {
  it('is the price of the remaining time, rounded up', () => {
    const paid = { ...period, charges: [charge('a', 1000)] };
    expect(unusedShares(paid, at(1))).toEqual([{ chargeId: 'a', amountCents: 1000 }]);
    expect(unusedShares(paid, at(11))).toEqual([{ chargeId: 'a', amountCents: 667 }]);
    expect(unusedShares(paid, at(31))).toEqual([]);
  });

  it('is the whole price before the period starts', () => {
    const later = { ...period, start: at(10), end: at(40), charges: [charge('a', 1000)] };
    expect(unusedShares(later, at(1))).toEqual([{ chargeId: 'a', amountCents: 1000 }]);
  });

  it('comes from the newest charge first after a change of tier', () => {
    const charges = [charge('upgrade', 250), charge('first', 500)];
    expect(unusedShares({ ...period, charges }, at(16))).toEqual([
      { chargeId: 'upgrade', amountCents: 250 },
      { chargeId: 'first', amountCents: 250 },
    ]);
  });

  it('leaves out earlier refunds', () => {
    const charges = [charge('a', 1000, 100), charge('earlier', 1000, 1000, false)];
    expect(unusedShares({ ...period, charges }, at(16))).toEqual([{ chargeId: 'a', amountCents: 100 }]);
  });

  it('of a gift is a share of its payment', () => {
    const charges = [charge('gift', 1500)];
    expect(unusedShares({ ...period, priceCents: null, charges }, at(21))).toEqual([
      { chargeId: 'gift', amountCents: 500 },
    ]);
  });

  it('includes the credit of a change of tier, from earlier charges if the last one is too small', () => {
    const charges = [charge('upgrade', 300), charge('yearly', 9000, 9000, false)];
    expect(unusedShares({ ...period, priceCents: 500, creditCents: 8000, charges }, at(16))).toEqual([
      { chargeId: 'upgrade', amountCents: 300 },
      { chargeId: 'yearly', amountCents: 7950 },
    ]);
  });
});

const step = fc.record({
  days: fc.integer({ min: 0, max: 500 }),
  amountCents: fc.integer({ min: 100, max: 20_000 }),
  cycle: fc.constantFrom('monthly' as const, 'yearly' as const),
});

it('refunds what was paid and not used, after any changes of tier and renewals', () => {
  fc.assert(
    fc.property(step, fc.array(step, { maxLength: 12 }), fc.nat(400), (first, changes, days) => {
      const start = at(1);
      let now = start;
      let usedCents = 0;
      let current = {
        ...first,
        periodStart: start,
        periodEnd: periodAfter(start, first.cycle),
        creditCents: 0,
      };
      const charges = [{ id: '0', cents: first.amountCents, at: start }];
      const pay = (owedCents: number): number => {
        if (owedCents > 0) charges.unshift({ id: String(charges.length), cents: owedCents, at: now });
        return Math.max(0, -owedCents);
      };
      const use = (until: Date) => {
        const { periodStart, periodEnd, amountCents } = current;
        const wholeMs = periodEnd.getTime() - periodStart.getTime();
        usedCents += (amountCents * (until.getTime() - now.getTime())) / wholeMs;
        now = until;
      };
      const pass = (days: number) => {
        const until = new Date(now.getTime() + days * DAY_MS);
        while (current.periodEnd <= until) {
          use(current.periodEnd);
          const creditCents = pay(current.amountCents - current.creditCents);
          const periodEnd = periodAfter(now, current.cycle);
          current = { ...current, creditCents, periodStart: now, periodEnd };
        }
        use(until);
      };
      for (const next of changes) {
        pass(next.days);
        const { dueCents, ...dates } = prorate(current, next, now);
        current = { ...next, ...dates, creditCents: pay(dueCents - current.creditCents) };
      }
      pass(days);

      const currentSince = Math.min(current.periodStart.getTime(), charges[0]?.at.getTime() ?? 0);
      const shares = unusedShares(
        {
          priceCents: current.amountCents,
          creditCents: current.creditCents,
          start: current.periodStart,
          end: current.periodEnd,
          charges: charges.map(({ id, cents, at: capturedAt }) =>
            charge(id, cents, cents, capturedAt.getTime() >= currentSince),
          ),
        },
        now,
      );
      const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
      const refundedCents = sum(shares.map(({ amountCents }) => amountCents));
      const paidCents = sum(charges.map(({ cents }) => cents));
      // Each change rounds two shares to whole cents.
      expect(Math.abs(paidCents - refundedCents - usedCents)).toBeLessThan(2 * (changes.length + 1));
      for (const { chargeId, amountCents } of shares)
        expect(amountCents).toBeLessThanOrEqual(charges.find(({ id }) => id === chargeId)?.cents ?? 0);
    }),
  );
});
