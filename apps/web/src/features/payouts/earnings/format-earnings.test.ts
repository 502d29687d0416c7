import { expect, it } from 'vitest';
import { formatMoneyShort } from '@/lib/format/money.ts';
import { formatTrend } from './format-earnings.ts';

it('shortens amounts for axes', () => {
  expect(formatMoneyShort(123_456, 'USD')).toBe('$1.2K');
  expect(formatMoneyShort(900, 'USD')).toBe('$9');
});

it.each([
  [0, 0, 'No earnings in the 30 days before either'],
  [500, 0, 'No earnings in the 30 days before'],
  [1000, 1001, 'Same as in the 30 days before'],
  [1120, 1000, '12% more than in the 30 days before'],
  [0, 1000, '100% less than in the 30 days before'],
  [20_000, 1000, '1,900% more than in the 30 days before'],
])('compares %i with %i before: %s', (now, before, text) => {
  expect(formatTrend(now, before, '30d')).toBe(text);
});
