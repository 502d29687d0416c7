import { describe, expect, it } from 'vitest';
import { unusedShares } from './unused-periods.ts';

const at = (day: number) => new Date(Date.UTC(2026, 3, day));
const [start, end] = [at(1), at(31)];
const charge = (id: string, grossCents: number, remainingCents = grossCents) => ({
  ...{ id, grossCents, remainingCents },
});

describe('the unused share of a paid period', () => {
  it('is the price of the time that is left, rounded up', () => {
    const period = { priceCents: 1000, start, end, charges: [charge('a', 1000)] };
    expect(unusedShares(period, at(1))).toEqual([{ chargeId: 'a', amountCents: 1000 }]);
    expect(unusedShares(period, at(11))).toEqual([{ chargeId: 'a', amountCents: 667 }]);
    expect(unusedShares(period, end)).toEqual([]);
  });

  it('is the whole price before the period starts', () => {
    const period = { priceCents: 1000, start: at(10), end: at(40), charges: [charge('a', 1000)] };
    expect(unusedShares(period, at(1))).toEqual([{ chargeId: 'a', amountCents: 1000 }]);
  });

  it('comes from the newest charge first after a change of tier', () => {
    const charges = [charge('upgrade', 250), charge('first', 500)];
    expect(unusedShares({ priceCents: 1000, start, end, charges }, at(16))).toEqual([
      { chargeId: 'upgrade', amountCents: 250 },
      { chargeId: 'first', amountCents: 250 },
    ]);
  });

  it('leaves out what was refunded before', () => {
    const charges = [charge('a', 1000, 100)];
    expect(unusedShares({ priceCents: 1000, start, end, charges }, at(16))).toEqual([
      { chargeId: 'a', amountCents: 100 },
    ]);
  });

  it('of a gift is a share of what was paid for it', () => {
    const charges = [charge('gift', 1500)];
    expect(unusedShares({ priceCents: null, start, end, charges }, at(21))).toEqual([
      { chargeId: 'gift', amountCents: 500 },
    ]);
  });
});
