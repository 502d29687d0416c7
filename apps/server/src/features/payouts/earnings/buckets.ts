/** Divides a period for a chart into whole days, weeks or months of UTC, ending with the current one. */
import type { EarningsPeriod } from '@tributary/contracts/payouts';

export type Bucket = 'day' | 'week' | 'month';

export interface Buckets {
  readonly bucket: Bucket;
  /** The start of each bucket, earliest first. */
  readonly starts: readonly Date[];
  /** The start of the preceding period of the same length. */
  readonly before: Date;
}

const DIVISIONS: Readonly<Record<EarningsPeriod, { bucket: Bucket; count: number }>> = {
  '30d': { bucket: 'day', count: 30 },
  '90d': { bucket: 'week', count: 13 },
  '12m': { bucket: 'month', count: 12 },
};

export function bucketsOf(period: EarningsPeriod, now: Date): Buckets {
  const { bucket, count } = DIVISIONS[period];
  const startAgo = (ago: number) => new Date(startOf(bucket, now, ago));
  return {
    bucket,
    starts: Array.from({ length: count }, (_, index) => startAgo(count - 1 - index)),
    before: startAgo(2 * count - 1),
  };
}

/** The start of a bucket, as by PostgreSQL's date_trunc; weeks start on Monday. */
function startOf(bucket: Bucket, now: Date, ago: number): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (bucket === 'month') return Date.UTC(year, month - ago, 1);
  if (bucket === 'day') return Date.UTC(year, month, day - ago);
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return Date.UTC(year, month, day - sinceMonday - 7 * ago);
}
