import { describe, expect, it } from 'vitest';
import { formatMoney, formatMoneyShort, formatPrice, formatTrend } from './format-money.ts';

describe('money', () => {
  it.each([
    [0, 'USD', '$0.00'],
    [5, 'USD', '$0.05'],
    [120_450, 'USD', '$1,204.50'],
    [1_000_000, 'USD', '$10,000.00'],
    [1200, 'JPY', '¥1,200'],
    [1500, 'KWD', 'KWD 1.500'],
  ])('formats %i minor units of %s as %s', (minor, currency, text) => {
    expect(formatMoney(minor, currency).replace(/\u00a0/, ' ')).toBe(text);
  });

  it('is short for axes', () => {
    expect(formatMoneyShort(123_456, 'USD')).toBe('$1.2K');
    expect(formatMoneyShort(900, 'USD')).toBe('$9');
  });

  it('is "Free" without a price', () => {
    expect([formatPrice(0, 'USD'), formatPrice(null, 'USD'), formatPrice(499, 'USD')]).toEqual([
      'Free',
      'Free',
      '$4.99',
    ]);
  });
});

it.each([
  [0, 0, 'No earnings in the 30 days before either'],
  [500, 0, 'No earnings in the 30 days before'],
  [1000, 1001, 'Same as in the 30 days before'],
  [1120, 1000, '12% more than in the 30 days before'],
  [0, 1000, '100% less than in the 30 days before'],
  [20_000, 1000, '1,900% more than in the 30 days before'],
])('compares %i with %i before: %s', (now, before, text) => {
  expect(formatTrend(now, before, '30 days')).toBe(text);
});
