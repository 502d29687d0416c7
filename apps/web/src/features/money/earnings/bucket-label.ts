import type { Earnings } from '@tributary/contracts';
import { formatAxisDay, formatAxisMonth } from '@/lib/dates.ts';

/** What a day, a week (by its Monday) or a month is called on an axis. */
export function bucketLabel(from: string, bucket: Earnings['bucket']): string {
  return bucket === 'month' ? formatAxisMonth(from) : formatAxisDay(from);
}
