/** Pages of the lists about money, sorted by a column and then by id. */
import { MONEY_PAGE_SIZE } from '@tributary/contracts/payments';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import { type CursorKey, firstIdAt, idKey, isAfterKey } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/durations.ts';

export interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

/** A way to sort a list. */
export interface Sorting<Row> {
  /** Null: the id alone, which is chronological (UUIDv7). */
  readonly column: string | null;
  readonly keySchema: z.ZodType<CursorKey>;
  readonly keyOf: (row: Row) => CursorKey;
}

export const BY_AGE: Sorting<{ readonly id: string }> = {
  column: null,
  keySchema: idKey,
  keyOf: ({ id }) => [id],
};

/** The sorting and cursor of a request. */
export interface PageRequest {
  readonly order: 'asc' | 'desc';
  readonly cursor?: string | undefined;
}

export const newestFirst = (cursor: string | undefined): PageRequest => ({ order: 'desc', cursor });

/** The range of ids, which are chronological, of rows that were booked on these days of UTC. */
export const idsBooked = ({ since, until }: { since?: string | undefined; until?: string | undefined }) => ({
  /** Inclusive. */
  from: since && firstIdAt(Date.parse(since)),
  /** Exclusive. */
  to: until && firstIdAt(Date.parse(until) + DAY_MS),
});

/** The part of a list that one page selects. */
export interface Slice {
  readonly column: string | null;
  readonly order: 'asc' | 'desc';
  readonly after: CursorKey | null;
}

/** @throws AppError `cursor_invalid` */
export async function readPage<Row>(
  { column, keySchema, keyOf }: Sorting<Row>,
  { order, cursor }: PageRequest,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
  const after = cursor === undefined ? null : decodeCursor(keySchema, cursor);
  return pageOfRows(await read({ column, order, after }), MONEY_PAGE_SIZE, keyOf);
}

/** Selects one row more than a page; the extra row shows that there is a next page. */
export function selectSlice<Schema, Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { column, order, after }: Slice,
  id = 'id',
): SelectQueryBuilder<Schema, Tables, Row> {
  const rest =
    after === null ? query : query.where(isAfterKey({ column, id, descending: order === 'desc' }, after));
  const sorted = column === null ? rest : rest.orderBy(sql.ref(column), order);
  return sorted.orderBy(sql.ref(id), order).limit(MONEY_PAGE_SIZE + 1);
}
