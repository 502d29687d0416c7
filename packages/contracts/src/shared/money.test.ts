import { expect, it } from 'vitest';
import { amountIn, formatMoney, writeAmounts } from './money.ts';

it('writes the amounts of a message in the currency of the instance', () => {
  const message = `Enter an amount from ${amountIn(100)} to ${amountIn(123_456)}.`;
  expect(writeAmounts(message, 'USD')).toBe('Enter an amount from $1.00 to $1,234.56.');
  expect(writeAmounts(message, 'SEK').replaceAll('\u00a0', ' ')).toBe(
    'Enter an amount from SEK 1.00 to SEK 1,234.56.',
  );
});

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
