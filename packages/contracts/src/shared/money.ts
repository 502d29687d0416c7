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
 * Isolates an amount in Arabic, so that its digits and its currency keep their order beside a name or another number in
 * Latin script (Unicode Bidirectional Algorithm, UAX 9, section 2.4).
 */
const isolated = (text: string, locale: string): string =>
  locale.startsWith('ar') ? `\u2067${text}\u2069` : text;

/** Formats an amount in minor units: `$1,204.50`, always with all decimals so that columns align. */
export const formatMoney = (minor: number, currency: string, locale = 'en'): string =>
  isolated(formatOf(currency, locale).format(minor / 10 ** decimalsOf(currency)), locale);

/**
 * An amount in the message of a schema, which is the same on all instances. `writeAmounts` formats it in the currency
 * of this instance when the message is shown.
 */
export const amountIn = (minor: number): string => `{amount ${minor}}`;

export const hasAmounts = (message: string): boolean => /\{amount \d+\}/.test(message);

export const writeAmounts = (message: string, currency: string, locale = 'en'): string =>
  message.replaceAll(/\{amount (\d+)\}/g, (_, minor) => formatMoney(Number(minor), currency, locale));
