/** Compares a period with the one before: `12% more than in the 30 days before`. */
export function formatTrend(now: number, before: number, span: string): string {
  if (before === 0)
    return now === 0 ? `No earnings in the ${span} before either` : `No earnings in the ${span} before`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return `Same as in the ${span} before`;
  return `${Math.abs(change).toLocaleString('en')}% ${change > 0 ? 'more' : 'less'} than in the ${span} before`;
}
