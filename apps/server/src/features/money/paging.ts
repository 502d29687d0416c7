/** Pages of money's lists, each in the order of a column and, among equals, of the id. */
import { MONEY_PAGE_SIZE } from '@tributary/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import { type CursorKey, idKey, isAfterKey } from '#platform/db/keyset.ts';

export interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

/** What a list can be sorted by. */
export interface Sorting<Row> {
  /** Null: the id alone, which is a UUIDv7 and so in the order of time. */
  readonly column: string | null;
  readonly keySchema: z.ZodType<CursorKey>;
  readonly keyOf: (row: Row) => CursorKey;
}

export const BY_AGE: Sorting<{ readonly id: string }> = {
  column: null,
  keySchema: idKey,
  keyOf: ({ id }) => [id],
};

/** How a request asks for a page. */
export interface Asked {
  readonly order: 'asc' | 'desc';
  readonly cursor?: string | undefined;
}

export const newestFirst = (cursor: string | undefined): Asked => ({ order: 'desc', cursor });

/** The part of a list that is one page. */
export interface Slice {
  readonly column: string | null;
  readonly order: 'asc' | 'desc';
  readonly after: CursorKey | null;
}

/** @throws AppError `cursor_invalid` */
export async function readPage<Row>(
  { column, keySchema, keyOf }: Sorting<Row>,
  { order, cursor }: Asked,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
  const after = cursor === undefined ? null : decodeCursor(keySchema, cursor);
  return pageOfRows(await read({ column, order, after }), MONEY_PAGE_SIZE, keyOf);
}

/** One row more than a page, so that it shows whether there is a next one. */
export function sliced<Schema, Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { column, order, after }: Slice,
  id = 'id',
): SelectQueryBuilder<Schema, Tables, Row> {
  const rest =
    after === null ? query : query.where(isAfterKey({ column, id, descending: order === 'desc' }, after));
  const sorted = column === null ? rest : rest.orderBy(sql.ref(column), order);
  return sorted.orderBy(sql.ref(id), order).limit(MONEY_PAGE_SIZE + 1);
}
