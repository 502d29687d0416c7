import { expect, it } from 'vitest';
import { type Current, changeCost } from './change-cost.ts';

const START = '2026-11-01T00:00:00.000Z';
const HALF = '2026-11-16T00:00:00.000Z';
const current: Current = {
  ...({ status: 'active', price: 500, credit: 0, billingCycle: 'monthly' } as const),
  currentPeriodStart: START,
  currentPeriodEnd: '2026-12-01T00:00:00.000Z',
  asOf: HALF,
};
const to = (price: number, cycle: 'monthly' | 'yearly' = 'monthly') => ({ price, cycle });

it('charges the difference for the rest of the period', () => {
  expect(changeCost({ ...current, asOf: START }, to(1500))).toBe(1000);
  expect(changeCost(current, to(1500))).toBe(500);
});

it('charges a new cycle in full, less what the rest of the period was paid with', () => {
  expect(changeCost(current, to(5000, 'yearly'))).toBe(4750);
});

it('leaves a credit if the rest was worth more, and uses an existing credit', () => {
  expect(changeCost({ ...current, price: 1500 }, to(500))).toBe(-500);
  expect(changeCost({ ...current, credit: 300 }, to(1500))).toBe(200);
});

it('charges nothing during a trial, and the whole price once the period has passed', () => {
  expect(changeCost({ ...current, status: 'trialing' }, to(1500))).toBe(0);
  expect(changeCost({ ...current, asOf: '2026-12-02T00:00:00.000Z' }, to(5000, 'yearly'))).toBe(5000);
});
