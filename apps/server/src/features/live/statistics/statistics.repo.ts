/** Totals and viewer samples of a streamer's streams. */
import { type MyStreamSort, VIEWER_SAMPLES_MAX } from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import type { StreamRecordings } from '../streams/stream-recordings.repo.ts';

const figures = (db: Reader, streamerId: UserId, { views }: StreamRecordings) =>
  db
    .selectFrom('streams as s')
    .select([
      'id',
      'title',
      'category',
      'slug',
      'thumbnail_url as thumbnailUrl',
      'started_at as startedAt',
      'ended_at as endedAt',
      'lasted_seconds as durationSeconds',
      'peak_viewers as peakViewers',
      'average_viewers as averageViewers',
      'watched_seconds as watchedSeconds',
      sql<number>`s.views + ${views}`.as('views'),
    ])
    .where('streamer_id', '=', streamerId)
    .where('source', '=', 'live');

/** A stream with its totals. */
export type Figures = InferResult<ReturnType<typeof figures>>[number];

const COLUMNS = {
  startedAt: 'started_at',
  durationSeconds: 'lasted_seconds',
  peakViewers: 'peak_viewers',
  averageViewers: 'average_viewers',
  watchedSeconds: 'watched_seconds',
} as const satisfies Record<MyStreamSort, string>;

export interface PastQuery {
  readonly sort: MyStreamSort;
  readonly descending: boolean;
  readonly after: CursorKey | null;
  readonly limit: number;
}

export function findPast(
  db: Reader,
  streamerId: UserId,
  { sort, descending, after, limit }: PastQuery,
  recordings: StreamRecordings,
): Promise<Figures[]> {
  const column = COLUMNS[sort];
  const direction = descending ? 'desc' : 'asc';
  let query = figures(db, streamerId, recordings).where('status', '=', 'ended');
  if (after !== null) query = query.where(isAfterKey({ column, id: 'id', descending }, after));
  return query.orderBy(column, direction).orderBy('id', direction).limit(limit).execute();
}

/** The live stream, or the last one. */
export const findLatest = (
  db: Reader,
  streamerId: UserId,
  recordings: StreamRecordings,
): Promise<Figures | undefined> =>
  figures(db, streamerId, recordings).orderBy('started_at', 'desc').limit(1).executeTakeFirst();

export const findFigures = (
  db: Reader,
  streamerId: UserId,
  id: StreamId,
  recordings: StreamRecordings,
): Promise<Figures | undefined> =>
  figures(db, streamerId, recordings).where('id', '=', id).executeTakeFirst();

export interface Sample {
  readonly at: Date;
  readonly viewers: number;
}

/** Oldest first. Each sample of a long stream is the highest of several minutes, to limit their number. */
export async function findSamples(
  db: Reader,
  { id, startedAt, durationSeconds }: Figures,
): Promise<Sample[]> {
  const minutes = Math.max(1, Math.ceil(durationSeconds / 60 / VIEWER_SAMPLES_MAX));
  const bin = sql<Date>`date_bin(make_interval(mins => ${minutes}), at, ${startedAt}::timestamptz)`;
  return await db
    .selectFrom('stream_samples')
    .select([sql<Date>`min(at)`.as('at'), sql<number>`max(viewers)`.as('viewers')])
    .where('stream_id', '=', id)
    .groupBy(bin)
    .orderBy(sql`min(at)`)
    .execute();
}

export interface NewSample {
  readonly id: StreamId;
  readonly viewers: number;
  readonly bitrateKbps: number | null;
}

/** Inserts a sample for each live stream that has a row, or adds the bitrate to that of this minute. */
export async function insertSamples(tx: Writer, at: Date, samples: readonly NewSample[]): Promise<void> {
  const ids = samples.map(({ id }) => id);
  const viewers = samples.map((sample) => sample.viewers);
  const bitrates = samples.map(({ bitrateKbps }) => (bitrateKbps === null ? null : Math.round(bitrateKbps)));
  await sql`
    INSERT INTO stream_samples (stream_id, at, viewers, bitrate_kbps)
    SELECT s.id, ${at}, n.viewers, n.bitrate
    FROM unnest(${ids}::uuid[], ${viewers}::int[], ${bitrates}::int[]) AS n (id, viewers, bitrate)
    JOIN streams s ON s.id = n.id AND s.status = 'live'
    ON CONFLICT (stream_id, at) DO UPDATE SET
      viewers = greatest(stream_samples.viewers, excluded.viewers),
      bitrate_kbps = coalesce(stream_samples.bitrate_kbps, excluded.bitrate_kbps)
  `.execute(tx);
}

export async function deleteSamplesBefore(tx: Writer, at: Date): Promise<void> {
  await tx.deleteFrom('stream_samples').where('at', '<', at).execute();
}
