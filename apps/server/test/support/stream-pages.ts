/** The pages of streams and their recordings for viewers, for tests of features that change them. */
import { createStatistics, type Statistics } from '#features/live/statistics/statistics.service.ts';
import { createPublicStreams, type PublicStreams } from '#features/live/streams/streams.service.ts';
import { streamRecordings } from '#features/recordings/stream-recordings.repo.ts';
import type { TestDatabase } from './database.ts';

export function createStreamPages(db: TestDatabase): PublicStreams {
  return createPublicStreams(
    db,
    () => 0,
    () => streamRecordings,
  );
}

export const createStreamStatistics = (db: TestDatabase): Statistics =>
  createStatistics(db, () => streamRecordings);
