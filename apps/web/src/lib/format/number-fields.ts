/** Numbers as the text of a form's fields. Text that can't be read becomes NaN, which the schemas refuse. */
import { numberFormat } from '@tributary/messages/format';
import { locale } from '../messages/language.ts';

/** A zero of each script whose digits keyboards of the product's languages type. */
const ZEROS = ['\u0660', '\u06f0', '\uff10'];

/** The text with Latin digits: Arabic keyboards type `٥`, and Japanese ones type `５`. */
const latin = (text: string): string =>
  text.trim().replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.map((one) => code - one.charCodeAt(0)).find((value) => value >= 0 && value < 10);
    return String(zero);
  });

export function wholeOf(text: string): number {
  const digits = latin(text);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The decimal signs of the product's languages. The last ones are Arabic and of full width. */
const AMOUNT = /^(\d{1,9})(?:[.,\u066b\uff0e\uff0c](\d{1,2}))?$/;

/** Reads `5`, `5.5`, `5,50`; an empty field is free. */
export function centsOf(text: string): number {
  const [, whole = '', cents = ''] = AMOUNT.exec(latin(text)) ?? [];
  if (whole === '') return text.trim() === '' ? 0 : Number.NaN;
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

/** An amount as `centsOf` reads it, with the decimal sign of the language of the page: `5.50`, `5,50`. */
export const amountText = (cents: number): string =>
  numberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(
    cents / 100,
  );
