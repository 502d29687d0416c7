/** Amounts of money, in the language of the page. */
import { decimalsOf, formatMoney as formatIn } from '@tributary/contracts/shared';
import { numberFormat } from '@tributary/messages/format';
import { locale } from './messages/language.ts';

/** Formats an amount in minor units: `$1,204.50`, and `1.204,50 $` in German. */
export const formatMoney = (minor: number, currency: string): string => formatIn(minor, currency, locale());

/** A short form for axes: `$1.2K`. */
export const formatMoneyShort = (minor: number, currency: string): string =>
  numberFormat(locale(), {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(minor / 10 ** decimalsOf(currency));
