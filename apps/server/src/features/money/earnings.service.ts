/** What people gave, over time. */
import {
  type Earnings,
  type EarningsPeriod,
  PLATFORM_FEE_BASIS_POINTS,
  type UserId,
} from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { bucketsOf } from './buckets.ts';
import { CURRENCY } from './currency.ts';
import { type EarningsRow, findEarnings, sumNet } from './earnings.repo.ts';

export interface EarningsService {
  /** @param of null: the whole instance */
  over(of: UserId | null, period: EarningsPeriod): Promise<Earnings>;
}

export function createEarnings(db: Database, now: () => Date): EarningsService {
  return {
    async over(of, period) {
      const { bucket, starts, before } = bucketsOf(period, now());
      const since = starts[0] ?? before;
      const [rows, previousNetAmount] = await Promise.all([
        db.read((reader) => findEarnings(reader, of, { bucket, since })),
        db.read((reader) => sumNet(reader, of, before, since)),
      ]);
      return {
        currency: CURRENCY,
        feeBasisPoints: PLATFORM_FEE_BASIS_POINTS,
        bucket,
        totals: {
          amount: sum(rows, 'amount'),
          platformFee: sum(rows, 'platformFee'),
          netAmount: sum(rows, 'netAmount'),
          donations: sum(only(rows, 'donations'), 'count'),
          tickets: sum(only(rows, 'tickets'), 'count'),
        },
        previousNetAmount,
        series: starts.map((from) => {
          const here = rows.filter((row) => row.from.getTime() === from.getTime());
          return {
            from: from.toISOString(),
            donations: sum(only(here, 'donations'), 'netAmount'),
            tickets: sum(only(here, 'tickets'), 'netAmount'),
          };
        }),
      };
    },
  };
}

const only = (rows: readonly EarningsRow[], source: EarningsRow['source']) =>
  rows.filter((row) => row.source === source);

const sum = (rows: readonly EarningsRow[], field: 'amount' | 'platformFee' | 'netAmount' | 'count') =>
  rows.reduce((total, row) => total + row[field], 0);
