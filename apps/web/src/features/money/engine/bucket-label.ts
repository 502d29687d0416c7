import type { Earnings } from '@tributary/contracts';

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en', { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** What a day, a week (by its Monday) or a month is called on an axis. */
export function bucketLabel(from: string, bucket: Earnings['bucket']): string {
  return (bucket === 'month' ? month : day).format(new Date(from));
}
