/** Cursors of paged lists: the place where a page ended, in a form that only the server reads. */
import type { z } from 'zod';
import { AppError } from './errors.ts';

export const encodeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws AppError `cursor_invalid` for one that this list has not given */
export function decodeCursor<Place>(schema: z.ZodType<Place>, cursor: string): Place {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('cursor_invalid', 'invalid', 'This page does not exist; begin with the first one.', {
      cause,
    });
  }
}

/**
 * Makes a page of one row more than it holds: the row that shows that there is a next one.
 * @param placeOf where a row stands in the order of the list
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  size: number,
  placeOf: (row: Row) => readonly (string | number)[],
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, next: last !== undefined && rows.length > size ? encodeCursor(placeOf(last)) : null };
}
