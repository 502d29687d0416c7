/** Amounts in sentences. They have no schemas, so that pages that need only these load no zod. */

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, locale = 'en'): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

/** The decimals of a currency. The currencies of an instance have two; a provider may list payments in others. */
export const decimalsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/**
 * Isolates an amount in Arabic, so that it keeps its order beside a name or a number in Latin script. The mark at the
 * end holds `US$` together: after letters, a dollar sign goes to the other side of them in a line from right to left
 * (Unicode Bidirectional Algorithm, UAX 9, rules W5 to N2).
 */
const isolated = (text: string, locale: string): string =>
  locale.startsWith('ar') ? `\u2067${text}\u200e\u2069` : text;

/** Formats an amount in minor units: `$1,204.50`, always with all decimals so that columns align. */
export const formatMoney = (minor: number, currency: string, locale = 'en'): string =>
  isolated(formatOf(currency, locale).format(minor / 10 ** decimalsOf(currency)), locale);

/** A short form for axes: `$1.2K`. */
export const formatMoneyShort = (minor: number, currency: string, locale = 'en'): string =>
  isolated(
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      notation: 'compact',
      maximumFractionDigits: 1,
      minimumFractionDigits: 0,
    }).format(minor / 10 ** decimalsOf(currency)),
    locale,
  );

/**
 * An amount in the message of a schema, which is the same on all instances. `writeAmounts` formats it in the currency
 * of this instance when the message is shown.
 */
export const amountIn = (minor: number): string => `{amount ${minor}}`;

export const hasAmounts = (message: string): boolean => /\{amount \d+\}/.test(message);

export const writeAmounts = (message: string, currency: string, locale = 'en'): string =>
  message.replaceAll(/\{amount (\d+)\}/g, (_, minor) => formatMoney(Number(minor), currency, locale));
