/** Pages of lists whose rows have UUIDv7 ids, newest first: the last id says where the next one begins. */
import { MONEY_PAGE_SIZE } from '@tributary/contracts';

export interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

/** One more than a page: whether there is a next one. */
export const LIMIT = MONEY_PAGE_SIZE + 1;

export function toPage<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, MONEY_PAGE_SIZE);
  return {
    items: shown.map(toItem),
    next: rows.length > MONEY_PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}
