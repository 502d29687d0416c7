/** The sources and the retention of a stream's viewers, for its creator. */
import type { StreamAudience } from '@tributary/contracts/analytics';
import { VIEWER_SAMPLES_KEPT_DAYS } from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts';
import { errors } from '../analytics.errors.ts';
import * as repo from './audience.repo.ts';
import { retentionOf } from './retention.ts';
import { topSources } from './sources.ts';

export interface AudienceReports {
  /** @throws stream_not_found, also for another creator's stream */
  of(streamerId: UserId, id: StreamId): Promise<StreamAudience>;
  purgeExpired(): Promise<void>;
}

export const createAudienceReports = (
  db: Database,
  nowMs: () => number,
  replica: ReadDatabase,
): AudienceReports => ({
  of: (streamerId, id) =>
    replica.read(async (reader) => {
      const stream = await repo.findOwnStream(reader, streamerId, id);
      if (!stream) throw errors.stream_not_found();
      const minutes = await repo.findMinutes(reader, id);
      // The present minute of a live stream is not over: those who come and stay are still counted.
      const present =
        stream.endedAt === null ? Math.floor((nowMs() - stream.startedAt.getTime()) / MINUTE_MS) : Infinity;
      return {
        sources: topSources(await repo.findSources(reader, streamerId, { streamId: id })),
        live: retentionOf(minutes.filter(({ isLive, minute }) => isLive && minute < present)),
        recorded: retentionOf(minutes.filter(({ isLive }) => !isLive)),
      };
    }),
  purgeExpired: () =>
    db.transact((tx) => repo.deleteEntriesBefore(tx, new Date(nowMs() - VIEWER_SAMPLES_KEPT_DAYS * DAY_MS))),
});
