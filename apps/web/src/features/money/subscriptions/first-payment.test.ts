import type { Tier } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { firstPayment } from './first-payment.ts';

const TIER: Tier = {
  ...{ id: '019a0000-0000-7000-8000-000000000000', name: 'Deckhand', description: '', benefits: [] },
  ...{ priceMonthly: 500, priceYearly: 5000, currency: 'USD', trialDays: 0 },
};
const NOW = new Date(2026, 0, 31, 12);

it.each([
  ['monthly', 0, 500, new Date(2026, 1, 28, 12)],
  ['yearly', 0, 5000, new Date(2027, 0, 31, 12)],
  ['monthly', 7, 0, new Date(2026, 1, 7, 12)],
] as const)(
  'charges a %s subscription with %s trial days %s today, and the next time on time',
  (cycle, trialDays, todayCents, next) => {
    expect(firstPayment(TIER, { cycle, trialDays }, NOW)).toEqual({ todayCents, next });
  },
);
