/** Streams of a channel with what came during each: followers and income. */
import { ANALYTICS_STREAMS_MAX, type AnalyticsTotals } from '@tributary/contracts/analytics';
import type { Category, StreamId, UserId } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';
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

type Moment = RawBuilder<Date>;

const moment = (at: Date): Moment => sql`${at}::timestamptz`;

/** New followers of a span who still follow. */
const followersIn = (streamerId: UserId, from: Moment, until: Moment) => sql<number>`(
  select count(*) from follows f
  where f.streamer_id = ${streamerId} and f.created_at >= ${from} and f.created_at < ${until})`;

/** The payments of a span, after what the creator does not get. */
const incomeIn = (streamerId: UserId, from: Moment, until: Moment) => sql<number>`(
  select coalesce(sum(net_cents - taken_back_cents + returned_fee_cents), 0)::bigint from charges c
  where c.creator_id = ${streamerId} and c.captured_at >= ${from} and c.captured_at < ${until})`;

/** The streams that started within the span, newest first. */
export async function findStreams(
  db: Reader,
  streamerId: UserId,
  { from, until }: Span,
): Promise<AnalyzedRow[]> {
  const end: Moment = sql`coalesce(s.ended_at, ${until})`;
  const { rows } = await sql<AnalyzedRow>`
    select s.id, s.title, s.category, s.slug, s.thumbnail_url as "thumbnailUrl", s.started_at as "startedAt",
      s.ended_at as "endedAt", s.lasted_seconds as "durationSeconds", s.peak_viewers as "peakViewers",
      s.average_viewers as "averageViewers", s.watched_seconds as "watchedSeconds", s.views,
      ${followersIn(streamerId, sql`s.started_at`, end)} as followers,
      ${incomeIn(streamerId, sql`s.started_at`, end)} as "incomeCents"
    from streams s
    where s.streamer_id = ${streamerId} and s.source = 'live'
      and s.started_at >= ${from} and s.started_at < ${until}
    order by s.started_at desc, s.id desc limit ${ANALYTICS_STREAMS_MAX}`.execute(db);
  return rows;
}

/** The gains of a channel in a span: new followers who still follow, and income after fees and refunds. */
export async function findGains(
  db: Reader,
  streamerId: UserId,
  { from, until }: Span,
): Promise<Pick<AnalyticsTotals, 'followers' | 'incomeCents'>> {
  const { rows } = await sql<Pick<AnalyticsTotals, 'followers' | 'incomeCents'>>`
    select ${followersIn(streamerId, moment(from), moment(until))} as followers,
      ${incomeIn(streamerId, moment(from), moment(until))} as "incomeCents"`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A select without a table has one row.');
  return found;
}

/** The totals of a span, including what came between streams. */
export async function findTotals(
  db: Reader,
  streamerId: UserId,
  { from, until }: Span,
): Promise<AnalyticsTotals> {
  const { rows } = await sql<Pick<AnalyticsTotals, 'streams' | 'streamedSeconds' | 'watchedSeconds'>>`
    select count(*) as streams, coalesce(sum(lasted_seconds), 0)::bigint as "streamedSeconds",
      coalesce(sum(watched_seconds), 0)::bigint as "watchedSeconds"
    from streams
    where streamer_id = ${streamerId} and source = 'live' and started_at >= ${from} and started_at < ${until}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('An aggregate without groups has one row.');
  const { streamedSeconds, watchedSeconds } = found;
  const averageViewers = streamedSeconds > 0 ? watchedSeconds / streamedSeconds : 0;
  return { ...found, averageViewers, ...(await findGains(db, streamerId, { from, until })) };
}
