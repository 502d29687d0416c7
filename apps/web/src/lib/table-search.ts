/** A table's state in the address: filters, sort order and page. */
const FILTERS = [
  'list',
  'q',
  'role',
  'state',
  'status',
  'kind',
  'purpose',
  'provider',
  'actor',
  'action',
  'scope',
  'subject',
  'since',
  'until',
  'sort',
  'order',
] as const;
type Filter = (typeof FILTERS)[number];

export const ORDERS = ['asc', 'desc'] as const;

export type TableSearch = { [Name in Filter]?: string } & {
  /** The cursors of all pages after the first up to the present one, so that the user can go back. */
  at?: string[];
};

/** Reads the address; unknown parameters are dropped. */
export function tableSearch(search: Record<string, unknown>): TableSearch {
  const read: TableSearch = {};
  for (const name of FILTERS) {
    const value = search[name];
    // The router parses `?q=123` as a number.
    if (typeof value === 'string' || typeof value === 'number') read[name] = String(value);
  }
  const { at } = search;
  if (Array.isArray(at) && at.length > 0) read.at = at.map(String);
  return read;
}

/** Changes filters or order, and returns to the first page. */
export function refine(search: TableSearch, changes: { [Name in Filter]?: string | undefined }): TableSearch {
  const { at: _, ...rest } = { ...search, ...changes };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''));
}

export const cursorOf = ({ at }: TableSearch): string | undefined => at?.at(-1);

export const nextPage = (search: TableSearch, cursor: string): TableSearch => ({
  ...search,
  at: [...(search.at ?? []), cursor],
});

export function previousPage({ at, ...search }: TableSearch): TableSearch {
  const before = at?.slice(0, -1) ?? [];
  return before.length > 0 ? { ...search, at: before } : search;
}

/** A day in an address; undefined for anything else. */
export const dayOf = (given: string | undefined): string | undefined =>
  given !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : undefined;

/** Returns `given` if it is one of `values`. */
export const oneOf = <const Value extends string>(
  values: readonly Value[],
  given: string | undefined,
): Value | undefined => values.find((value) => value === given);
