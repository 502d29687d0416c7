import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface Totals {
  readonly users: number;
  readonly streamers: number;
  readonly liveNow: number;
  readonly viewersNow: number;
}

export async function findTotals(db: Reader): Promise<Totals> {
  const { rows } = await sql<Totals>`
    SELECT
      (SELECT count(*) FROM profiles) AS users,
      (SELECT count(*) FROM user_roles WHERE role = 'streamer') AS streamers,
      count(*) AS "liveNow",
      coalesce(sum(current_viewers), 0) AS "viewersNow"
    FROM streams WHERE status = 'live'
  `.execute(db);
  return rows[0] ?? { users: 0, streamers: 0, liveNow: 0, viewersNow: 0 };
}

export interface Day {
  /** `2026-11-21`, in UTC. */
  readonly date: string;
  readonly newUsers: number;
  readonly streams: number;
  readonly hoursStreamed: number;
}

/** The last `days` days including today, oldest first. A stream across midnight counts partly on each day. */
export async function findDays(db: Reader, days: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    WITH days AS (
      SELECT day AT TIME ZONE 'UTC' AS begins, (day + interval '1 day') AT TIME ZONE 'UTC' AS ends
      FROM generate_series(
        date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => ${days - 1}::int),
        date_trunc('day', now() AT TIME ZONE 'UTC'), interval '1 day'
      ) AS day
    ), arrived AS (
      SELECT begins, count(*) AS people FROM days JOIN profiles ON created_at >= begins AND created_at < ends
      GROUP BY begins
    ), ran AS (
      SELECT started_at, coalesce(ended_at, now()) AS ended_at FROM streams
      WHERE ended_at > (SELECT min(begins) FROM days) OR status = 'live'
    ), streamed AS (
      SELECT begins,
        count(*) FILTER (WHERE started_at >= begins) AS streams,
        sum(extract(epoch FROM least(ended_at, ends) - greatest(started_at, begins))) / 3600 AS hours
      FROM days JOIN ran ON started_at < ends AND ended_at > begins
      GROUP BY begins
    )
    SELECT
      to_char(begins AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
      coalesce(people, 0) AS "newUsers",
      coalesce(streams, 0) AS streams,
      coalesce(hours, 0)::float8 AS "hoursStreamed"
    FROM days LEFT JOIN arrived USING (begins) LEFT JOIN streamed USING (begins)
    ORDER BY begins
  `.execute(db);
  return rows;
}
