import { type MetricName, type MetricRating, PERFORMANCE_PAGES_MAX } from '@tributary/contracts/metrics';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Measurement {
  readonly name: MetricName;
  readonly value: number;
  readonly rating: MetricRating;
  readonly timestamp: Date;
  readonly pageUrl: string;
  readonly userAgent: string;
}

/** The number of samples of one metric, its percentiles and its ratings. */
export interface Distribution {
  readonly name: MetricName;
  readonly samples: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
  readonly good: number;
  readonly needsImprovement: number;
  readonly poor: number;
}

export interface Span {
  readonly from: Date;
  readonly to: Date;
  /** Undefined: all pages. */
  readonly pageUrl?: string | undefined;
}

export async function insertMeasurements(tx: Writer, measurements: readonly Measurement[]): Promise<void> {
  const rows = measurements.map(({ pageUrl, userAgent, ...rest }) => ({
    id: uuidv7(),
    ...rest,
    page_url: pageUrl,
    user_agent: userAgent,
  }));
  await tx.insertInto('performance_metrics').values(rows).execute();
}

/** @returns the number of deleted rows */
export async function deleteBefore(tx: Writer, before: Date): Promise<bigint> {
  const { numDeletedRows } = await tx
    .deleteFrom('performance_metrics')
    .where('timestamp', '<', before)
    .executeTakeFirst();
  return numDeletedRows;
}

const measured = (db: Reader, { from, to, pageUrl }: Span) => {
  const rows = db
    .selectFrom('performance_metrics')
    .where('timestamp', '>=', from)
    .where('timestamp', '<', to);
  return pageUrl === undefined ? rows : rows.where('page_url', '=', pageUrl);
};

const share = (q: number) => sql<number>`percentile_cont(${sql.lit(q)}) within group (order by value)`;
const rated = (rating: MetricRating) => sql<number>`count(*) filter (where rating = ${rating})`;

const distribution = [
  sql<number>`count(*)`.as('samples'),
  share(0.5).as('p50'),
  share(0.75).as('p75'),
  share(0.95).as('p95'),
  rated('good').as('good'),
  rated('needs-improvement').as('needsImprovement'),
  rated('poor').as('poor'),
] as const;

export const findDistributions = (db: Reader, span: Span): Promise<Distribution[]> =>
  measured(db, span).select('name').select(distribution).groupBy('name').execute();

/** The pages with the most samples. */
export const findPages = (
  db: Reader,
  span: Span,
): Promise<{ pageUrl: string; metrics: readonly Distribution[] }[]> =>
  db
    .selectFrom(
      measured(db, span)
        .select(['page_url', 'name'])
        .select(distribution)
        .groupBy(['page_url', 'name'])
        .as('metric'),
    )
    .select('page_url as pageUrl')
    .select(sql<Distribution[]>`json_agg(metric order by name)`.as('metrics'))
    .groupBy('page_url')
    .orderBy(sql`sum(samples)`, 'desc')
    .limit(PERFORMANCE_PAGES_MAX)
    .execute();

export interface TrendPoint {
  readonly name: MetricName;
  /** 0 is the oldest. */
  readonly step: number;
  readonly p75: number;
  readonly samples: number;
}

/** The 75th percentile of `steps` equal parts of the span, without parts that have no samples. */
export const findTrends = (db: Reader, span: Span, steps: number): Promise<TrendPoint[]> =>
  measured(db, span)
    .select('name')
    .select(
      sql<number>`width_bucket(extract(epoch from timestamp), extract(epoch from ${span.from}::timestamptz), extract(epoch from ${span.to}::timestamptz), ${sql.lit(steps)}) - 1`.as(
        'step',
      ),
    )
    .select([share(0.75).as('p75'), sql<number>`count(*)`.as('samples')])
    .groupBy(['name', 'step'])
    .execute();
