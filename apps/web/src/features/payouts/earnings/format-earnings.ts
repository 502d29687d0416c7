import { decimalsOf } from '@tributary/contracts/shared';

/** A short form for axes: `$1.2K`. */
export function formatMoneyShort(minor: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(minor / 10 ** decimalsOf(currency));
}

/** Compares a period with the one before: `12% more than in the 30 days before`. */
export function formatTrend(now: number, before: number, span: string): string {
  if (before === 0)
    return now === 0 ? `No earnings in the ${span} before either` : `No earnings in the ${span} before`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return `Same as in the ${span} before`;
  return `${Math.abs(change).toLocaleString('en')}% ${change > 0 ? 'more' : 'less'} than in the ${span} before`;
}
