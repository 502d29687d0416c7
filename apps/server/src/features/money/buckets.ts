/** How time is cut for a chart: whole days, weeks or months of UTC, the running one being the last. */
import type { EarningsPeriod } from '@tributary/contracts';

export type Bucket = 'day' | 'week' | 'month';

export interface Buckets {
  readonly bucket: Bucket;
  /** Where each begins, the earliest first. */
  readonly starts: readonly Date[];
  /** Where the period as long before begins. */
  readonly before: Date;
}

const CUTS: Readonly<Record<EarningsPeriod, { bucket: Bucket; count: number }>> = {
  '30d': { bucket: 'day', count: 30 },
  '90d': { bucket: 'week', count: 13 },
  '12m': { bucket: 'month', count: 12 },
};

export function bucketsOf(period: EarningsPeriod, now: Date): Buckets {
  const { bucket, count } = CUTS[period];
  const startAgo = (ago: number) => new Date(startOf(bucket, now, ago));
  return {
    bucket,
    starts: Array.from({ length: count }, (_, index) => startAgo(count - 1 - index)),
    before: startAgo(2 * count - 1),
  };
}

/** As PostgreSQL's date_trunc has it: weeks begin on Monday. */
function startOf(bucket: Bucket, now: Date, ago: number): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (bucket === 'month') return Date.UTC(year, month - ago, 1);
  if (bucket === 'day') return Date.UTC(year, month, day - ago);
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return Date.UTC(year, month, day - sinceMonday - 7 * ago);
}
