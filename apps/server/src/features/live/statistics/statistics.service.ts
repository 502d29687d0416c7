/** Statistics that streamers see of their own streams. */
import {
  MY_STREAMS_PAGE_SIZE,
  type MyStreamOrder,
  type MyStreamSort,
  type StreamStatistics,
  type ViewerSample,
} from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { z } from 'zod';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { bigintKey, type CursorKey, doubleKey, integerKey, timestampKey } from '#platform/db/keyset.ts';
import { errors } from '../live.errors.ts';
import { NO_RECORDINGS, type StreamRecordings } from '../streams/stream-recordings.repo.ts';
import * as repo from './statistics.repo.ts';

export interface StreamWithSamples {
  readonly stream: StreamStatistics;
  readonly samples: ViewerSample[];
}

export interface Statistics {
  /** @throws AppError `cursor_invalid` */
  past(
    streamerId: UserId,
    query: MyStreamOrder & { readonly cursor?: string | undefined },
  ): Promise<{ items: StreamStatistics[]; next: string | null }>;
  /** The live stream, or the last one; null before the first. */
  latest(streamerId: UserId): Promise<StreamWithSamples | null>;
  /** @throws AppError `stream_not_found`, also for another streamer's stream */
  one(streamerId: UserId, id: StreamId): Promise<StreamWithSamples>;
}

const KEY_SCHEMAS: Readonly<Record<MyStreamSort, z.ZodType<CursorKey>>> = {
  startedAt: timestampKey,
  durationSeconds: integerKey,
  peakViewers: integerKey,
  averageViewers: doubleKey,
  watchedSeconds: bigintKey,
};

export function createStatistics(
  db: Database,
  recordings: () => StreamRecordings = () => NO_RECORDINGS,
): Statistics {
  const withSamples = async (found: repo.Figures): Promise<StreamWithSamples> => {
    const samples = await db.read((reader) => repo.findSamples(reader, found));
    return {
      stream: toFigures(found),
      samples: samples.map(({ at, viewers }) => ({ at: at.toISOString(), viewers })),
    };
  };

  return {
    async past(streamerId, { sort, order, cursor }) {
      const found = await db.read((reader) =>
        repo.findPast(
          reader,
          streamerId,
          {
            sort,
            descending: order === 'desc',
            after: cursor === undefined ? null : decodeCursor(KEY_SCHEMAS[sort], cursor),
            limit: MY_STREAMS_PAGE_SIZE + 1,
          },
          recordings(),
        ),
      );
      const rows = found.map(toFigures);
      return pageOfRows(rows, MY_STREAMS_PAGE_SIZE, (row) => [row[sort], row.id]);
    },
    async latest(streamerId) {
      const found = await db.read((reader) => repo.findLatest(reader, streamerId, recordings()));
      return found === undefined ? null : withSamples(found);
    },
    async one(streamerId, id) {
      const found = await db.read((reader) => repo.findFigures(reader, streamerId, id, recordings()));
      if (found === undefined) throw errors.stream_not_found();
      return withSamples(found);
    },
  };
}

const toFigures = (found: repo.Figures): StreamStatistics => ({
  ...found,
  startedAt: found.startedAt.toISOString(),
  endedAt: found.endedAt?.toISOString() ?? null,
});
