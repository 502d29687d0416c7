/** Keyset pagination: lists that continue after the last row of the previous page. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';

export interface Keyset {
  /** The column of the order. Null: the id alone, which is chronological (UUIDv7). */
  readonly column: string | null;
  readonly id: string;
  readonly descending: boolean;
}

/** The end of a page: the last row's value of the column, if there is one, and its id. */
export type CursorKey = readonly [id: string] | readonly [value: string | number, id: string];

/** Schemas of cursor keys, by the column's type. */
export const idKey = z.tuple([z.uuid()]);
export const textKey = z.tuple([z.string(), z.uuid()]);
export const integerKey = z.tuple([z.int32(), z.uuid()]);
/** The key for a bigint column, up to JavaScript's largest safe integer. */
export const bigintKey = z.tuple([z.int(), z.uuid()]);
export const doubleKey = z.tuple([z.number(), z.uuid()]);
/** The key for timestamptz(3), since JavaScript would lose finer digits. PostgreSQL has no year 0. */
export const isoTimestamp = z.iso.datetime().refine((iso) => iso >= '0001');
export const timestampKey = z.tuple([isoTimestamp, z.uuid()]);

/** Compares rows as one condition, so that a single index on both columns serves it. */
export function isAfterKey({ column, id, descending }: Keyset, after: CursorKey): RawBuilder<boolean> {
  const order = sql.raw(descending ? '<' : '>');
  const last = after.at(-1);
  if (column === null) return sql`${sql.ref(id)} ${order} ${last}`;
  return sql`(${sql.ref(column)}, ${sql.ref(id)}) ${order} (${after[0]}, ${last})`;
}

/** The smallest UUIDv7 of a time. Ids are chronological, so the index on ids serves ranges of time too. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
