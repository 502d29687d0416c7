/** Amounts of money, in the language of the page. */
import { formatMoney as format, formatMoneyShort as formatShort } from '@tributary/contracts/shared';
import { locale } from '../messages/language.ts';

/** Formats an amount in minor units: `$1,204.50`, and `1.204,50 $` in German. */
export const formatMoney = (minor: number, currency: string): string => format(minor, currency, locale());

/** A short form for axes: `$1.2K`. */
export const formatMoneyShort = (minor: number, currency: string): string =>
  formatShort(minor, currency, locale());
