/** Streams of a channel with what came during each: followers and income. */
import { ANALYTICS_STREAMS_MAX, type AnalyticsTotals } from '@tributary/contracts/analytics';
import type { Category, StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface AnalyzedRow {
  readonly id: StreamId;
  readonly title: string;
  readonly category: Category;
  readonly slug: string;
  readonly thumbnailUrl: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly durationSeconds: number;
  readonly peakViewers: number;
  readonly averageViewers: number;
  readonly watchedSeconds: number;
  readonly views: number;
  readonly followers: number;
  readonly incomeCents: number;
}

export interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** The amount of a charge that is left for the creator. */
const NET = sql`net_cents - taken_back_cents + returned_fee_cents`;

/** The streams that started within the span, newest first. */
export async function findStreams(
  db: Reader,
  streamerId: UserId,
  { from, until }: Span,
): Promise<AnalyzedRow[]> {
  const { rows } = await sql<AnalyzedRow>`
    with income as materialized (
      select captured_at, ${NET} as net from charges where creator_id = ${streamerId} and captured_at >= ${from}
    )
    select s.id, s.title, s.category, s.slug, s.thumbnail_url as "thumbnailUrl", s.started_at as "startedAt",
      s.ended_at as "endedAt", s.lasted_seconds as "durationSeconds", s.peak_viewers as "peakViewers",
      s.average_viewers as "averageViewers", s.watched_seconds as "watchedSeconds", s.views,
      (select count(*) from follows f where f.streamer_id = s.streamer_id
        and f.created_at >= s.started_at and f.created_at < coalesce(s.ended_at, ${until})) as followers,
      (select coalesce(sum(net), 0)::bigint from income i
        where i.captured_at >= s.started_at and i.captured_at < coalesce(s.ended_at, ${until})) as "incomeCents"
    from streams s
    where s.streamer_id = ${streamerId} and s.source = 'live'
      and s.started_at >= ${from} and s.started_at < ${until}
    order by s.started_at desc, s.id desc limit ${ANALYTICS_STREAMS_MAX}`.execute(db);
  return rows;
}

/** The totals of a span, including what came between streams. */
export async function findTotals(
  db: Reader,
  streamerId: UserId,
  { from, until }: Span,
): Promise<AnalyticsTotals> {
  const { rows } = await sql<Omit<AnalyticsTotals, 'averageViewers'>>`
    select count(*) as streams, coalesce(sum(lasted_seconds), 0)::bigint as "streamedSeconds",
      coalesce(sum(watched_seconds), 0)::bigint as "watchedSeconds",
      (select count(*) from follows where streamer_id = ${streamerId}
        and created_at >= ${from} and created_at < ${until}) as followers,
      (select coalesce(sum(${NET}), 0)::bigint from charges where creator_id = ${streamerId}
        and captured_at >= ${from} and captured_at < ${until}) as "incomeCents"
    from streams
    where streamer_id = ${streamerId} and source = 'live' and started_at >= ${from} and started_at < ${until}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('An aggregate without groups has one row.');
  const { streamedSeconds, watchedSeconds } = found;
  return { ...found, averageViewers: streamedSeconds > 0 ? watchedSeconds / streamedSeconds : 0 };
}
