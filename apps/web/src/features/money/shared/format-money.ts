const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}

/** Formats minor units of a currency: `$1,204.50`, always with all decimals so that columns align. */
export function formatMoney(minor: number, currency: string): string {
  const format = formatOf(currency);
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A short form for axes: `$1.2K`. */
export function formatMoneyShort(minor: number, currency: string): string {
  const digits = formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(minor / 10 ** digits);
}

/** A price, or `Free`. */
export const formatPrice = (minor: number | null, currency: string): string =>
  minor ? formatMoney(minor, currency) : 'Free';

/** Compares a period with the one before: `12% more than in the 30 days before`. */
export function formatTrend(now: number, before: number, span: string): string {
  if (before === 0)
    return now === 0 ? `No earnings in the ${span} before either` : `No earnings in the ${span} before`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return `Same as in the ${span} before`;
  return `${Math.abs(change).toLocaleString('en')}% ${change > 0 ? 'more' : 'less'} than in the ${span} before`;
}
