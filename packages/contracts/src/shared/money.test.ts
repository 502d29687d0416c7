import { expect, it } from 'vitest';
import { amountIn, formatMoney, writeAmounts } from './money.ts';

it('writes the amounts of a message in the currency of the instance', () => {
  const message = `Enter an amount from ${amountIn(100)} to ${amountIn(123_456)}.`;
  expect(writeAmounts(message, 'USD')).toBe('Enter an amount from $1.00 to $1,234.56.');
  expect(writeAmounts(message, 'SEK').replaceAll('\u00a0', ' ')).toBe(
    'Enter an amount from SEK 1.00 to SEK 1,234.56.',
  );
  expect(formatMoney(1200, 'JPY')).toBe('¥1,200');
});
