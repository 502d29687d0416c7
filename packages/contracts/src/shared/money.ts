/** Amounts in sentences. They have no schemas, so that pages that need only these load no zod. */

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}

/** The decimals of a currency. The currencies of an instance have two; a provider may list payments in others. */
export const decimalsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats an amount in minor units: `$1,204.50`, always with all decimals so that columns align. */
export const formatMoney = (minor: number, currency: string): string =>
  formatOf(currency).format(minor / 10 ** decimalsOf(currency));

/**
 * An amount in the message of a schema, which is the same on all instances. `writeAmounts` formats it in the currency
 * of this instance when the message is shown.
 */
export const amountIn = (minor: number): string => `{amount ${minor}}`;

export const hasAmounts = (message: string): boolean => /\{amount \d+\}/.test(message);

export const writeAmounts = (message: string, currency: string): string =>
  message.replaceAll(/\{amount (\d+)\}/g, (_, minor) => formatMoney(Number(minor), currency));
