/** Earnings from donations, tickets and subscriptions over time. */
import type { Earnings, EarningsPeriod } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { bucketsOf } from './buckets.ts';
import { type EarningsRow, findEarnings, sumNet } from './earnings.repo.ts';

export interface EarningsService {
  /** @param creatorId null sums the whole instance */
  summarize(creatorId: UserId | null, period: EarningsPeriod): Promise<Earnings>;
}

export function createEarnings(db: Database, now: () => Date): EarningsService {
  return {
    async summarize(creatorId, period) {
      const { bucket, starts, before } = bucketsOf(period, now());
      const since = starts[0] ?? before;
      const [settings, rows, previousNetAmount] = await Promise.all([
        db.read(readSettings),
        db.read((reader) => findEarnings(reader, creatorId, { bucket, since })),
        db.read((reader) => sumNet(reader, creatorId, before, since)),
      ]);
      return {
        currency: settings.currency,
        feeBasisPoints: settings.platformFeeBasisPoints,
        bucket,
        totals: {
          amount: sum(rows, 'amount'),
          platformFee: sum(rows, 'platformFee'),
          netAmount: sum(rows, 'netAmount'),
          donations: sum(only(rows, 'donations'), 'count'),
          tickets: sum(only(rows, 'tickets'), 'count'),
          subscriptions: sum(only(rows, 'subscriptions'), 'count'),
        },
        previousNetAmount,
        series: starts.map((from) => {
          const inBucket = rows.filter((row) => row.from.getTime() === from.getTime());
          return {
            from: from.toISOString(),
            donations: sum(only(inBucket, 'donations'), 'netAmount'),
            tickets: sum(only(inBucket, 'tickets'), 'netAmount'),
            subscriptions: sum(only(inBucket, 'subscriptions'), 'netAmount'),
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
