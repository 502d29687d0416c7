import { afterEach, expect, it } from 'vitest';
import { setMessages } from '../messages/language.ts';
import { formatMoney, formatMoneyShort } from './money.ts';

afterEach(() => setMessages('en-US', {}));

it.each([
  ['en-US', '$1,204.50', '$1.2K'],
  ['de', '1.204,50 $', '1204,5 $'],
  ['fr', '1 204,50 $US', '1,2 k $US'],
  ['es', '1204,50 US$', '1,2 mil US$'],
])('writes amounts in the language of the page: %s', (locale, text, short) => {
  setMessages(locale, {});
  const plain = (amount: string) => amount.replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(plain(formatMoney(120_450, 'USD'))).toBe(text);
  expect(plain(formatMoneyShort(120_450, 'USD'))).toBe(short);
});
