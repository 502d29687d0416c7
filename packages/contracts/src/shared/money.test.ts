import { expect, it } from 'vitest';
import { amountIn, formatMoney, formatMoneyShort, writeAmounts } from './money.ts';

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

it.each([
  ['de', '1.204,50 $'],
  ['fr', '1 204,50 $US'],
  ['pt-BR', 'US$ 1.204,50'],
  ['ja', '$1,204.50'],
])('formats amounts as %s has them', (locale, text) => {
  expect(formatMoney(120_450, 'USD', locale).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
});

it('isolates amounts in Arabic from the text around them, with the letters and the sign of a currency together', () => {
  const [start, end] = ['\u2067\u200f', '\u200e\u2069'];
  expect(formatMoney(120_450, 'USD', 'ar-u-nu-latn')).toBe(`${start}1,204.50\u00a0US$${end}`);
  expect(formatMoney(-500, 'USD', 'ar-u-nu-latn')).toBe(`${start}\u200e-5.00\u00a0US$${end}`);
  expect(formatMoneyShort(120_450, 'USD', 'ar-u-nu-latn')).toMatch(/^\u2067.*US\$\u200e\u2069$/);
});
