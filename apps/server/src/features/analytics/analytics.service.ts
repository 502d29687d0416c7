import type { Analytics, AnalyticsPeriod, AnalyzedStream } from '@tributary/contracts/analytics';
import type { UserId } from '@tributary/contracts/shared';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { DAY_MS } from '#platform/durations.ts';
import { readSettings } from '#platform/settings/index.ts';
import * as repo from './analytics.repo.ts';
import { findSources } from './audience/audience.repo.ts';
import { topSources } from './audience/sources.ts';

export interface AnalyticsReports {
  /** The last days up to now, and as many days before. */
  of(streamerId: UserId, days: AnalyticsPeriod): Promise<Analytics>;
}

export const createAnalyticsReports = (db: ReadDatabase, now: () => Date): AnalyticsReports => ({
  of: (streamerId, days) =>
    db.read(async (reader) => {
      const until = now();
      const lengthMs = Number(days) * DAY_MS;
      const from = new Date(until.getTime() - lengthMs);
      const before = { from: new Date(from.getTime() - lengthMs), until: from };
      const { currency } = await readSettings(reader);
      return {
        currency,
        now: await repo.findTotals(reader, streamerId, { from, until }),
        before: await repo.findTotals(reader, streamerId, before),
        streams: (await repo.findStreams(reader, streamerId, { from, until })).map(toStream),
        sources: topSources(await findSources(reader, streamerId, { from, until })),
      };
    }),
});

const toStream = ({ startedAt, endedAt, ...row }: repo.AnalyzedRow): AnalyzedStream => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});
