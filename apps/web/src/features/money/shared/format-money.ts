const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}

/** Minor units of a currency as its people write them: `$1,204.50`; always with all decimals, so that they align. */
export function formatMoney(minor: number, currency: string): string {
  const format = formatOf(currency);
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** For axes, where a few letters have to do: `$1.2K`. */
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

/** A price of nothing is a word. */
export const formatPrice = (minor: number | null, currency: string): string =>
  minor ? formatMoney(minor, currency) : 'Free';

/** How one period compares with the one before it: `12% more than in the 30 days before`. */
export function formatTrend(now: number, before: number, span: string): string {
  if (before === 0)
    return now === 0 ? `Nothing in the ${span} before either` : `Nothing in the ${span} before`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return `As much as in the ${span} before`;
  return `${Math.abs(change).toLocaleString('en')}% ${change > 0 ? 'more' : 'less'} than in the ${span} before`;
}
