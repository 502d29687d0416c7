import { afterEach, expect, it } from 'vitest';
import { setMessages } from '../messages/language.ts';
import { amountText, centsOf, wholeOf } from './number-fields.ts';

afterEach(() => setMessages('en-US', {}));

it.each([
  ['5', 500],
  [' 5.5 ', 550],
  ['5,50', 550],
  ['1204.05', 120_405],
  ['٥٫٥٠', 550],
  ['۵٫۵', 550],
  ['５．５０', 550],
  ['', 0],
])('reads the amount %s as %i minor units', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

it.each(['1,204', '1.204,50', '5.', '-5', 'five'])('refuses the amount %s', (text) => {
  expect(centsOf(text)).toBeNaN();
});

it('reads whole numbers in the digits of each keyboard', () => {
  expect([wholeOf(' 30 '), wholeOf('٣٠'), wholeOf('３０')]).toEqual([30, 30, 30]);
  expect(wholeOf('3.5')).toBeNaN();
});

it.each([
  ['en-US', '1204.50'],
  ['de', '1204,50'],
  ['fr', '1204,50'],
  ['ar-u-nu-latn', '1204.50'],
])('writes an amount for a field in %s as centsOf reads it', (locale, text) => {
  setMessages(locale, {});
  expect(amountText(120_450)).toBe(text);
  expect(centsOf(amountText(120_450))).toBe(120_450);
});
