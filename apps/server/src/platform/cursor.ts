/** Cursors of paged lists: the key of a page's last row, in an opaque form that only the server reads. */
import type { z } from 'zod';
import { defineErrors } from './errors.ts';

const errors = defineErrors('lists', { cursor_invalid: 'invalid' });

export const encodeCursor = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws AppError `cursor_invalid` for a cursor that does not belong to this list */
export function decodeCursor<Key>(schema: z.ZodType<Key>, cursor: string): Key {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw errors.cursor_invalid({ cause });
  }
}

/**
 * Makes a page from one row more than it holds; the extra row shows that there is a next page.
 * @param keyOf the key of a row in the order of the list
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  size: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, next: last !== undefined && rows.length > size ? encodeCursor(keyOf(last)) : null };
}
