/** Moments to the microsecond, as the database keeps them: a cursor cut to milliseconds would skip rows. */
import { type RawBuilder, sql } from 'kysely';

export const microsecondsOf = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

export const momentOf = (microseconds: number): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;
