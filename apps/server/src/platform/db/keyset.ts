/** Lists that continue behind a place, in the order of a column and, among equals, of the id. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';

export interface Keyset {
  /** Column of the order; null: the id alone, which is the order of time. */
  readonly column: string | null;
  readonly id: string;
  readonly descending: boolean;
}

/** The value of the column, if there is one, and the id. */
export type Place = readonly [id: string] | readonly [value: string | number, id: string];

/** Schemas of places, by what the column holds. */
export const placeInTime = z.tuple([z.uuid()]);
export const placeByName = z.tuple([z.string(), z.uuid()]);
export const placeByNumber = z.tuple([z.int32(), z.uuid()]);
/** Of a bigint: as large as JavaScript counts exactly. */
export const placeByAmount = z.tuple([z.int(), z.uuid()]);
/** Of a double precision. */
export const placeByMeasure = z.tuple([z.number(), z.uuid()]);
/** Of a timestamptz(3): a finer one is not what it was once JavaScript has read it. No year 0 in PostgreSQL. */
export const moment = z.iso.datetime().refine((iso) => iso >= '0001');
export const placeByMoment = z.tuple([moment, z.uuid()]);

/** One comparison of rows, so that one index of both columns serves it. */
export function isBehind({ column, id, descending }: Keyset, after: Place): RawBuilder<boolean> {
  const order = sql.raw(descending ? '<' : '>');
  const last = after.at(-1);
  if (column === null) return sql`${sql.ref(id)} ${order} ${last}`;
  return sql`(${sql.ref(column)}, ${sql.ref(id)}) ${order} (${after[0]}, ${last})`;
}
