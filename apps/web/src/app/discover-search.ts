import {
  CATEGORY_MENU,
  categorySlug,
  DISCOVER_SORTS,
  type DiscoverSort,
  SEARCH_MAX,
} from '@tributary/contracts';

export interface DiscoverSearch {
  category?: string;
  q?: string;
  sort?: DiscoverSort;
}

/** Reads the address of /discover: what is no category is all of them, what is no order is the usual one. */
export function discoverSearch({ category, q, sort }: Record<string, unknown>): DiscoverSearch {
  // A name is as good as its slug: `?category=Gaming`.
  const asked = typeof category === 'string' ? categorySlug(category) : '';
  const known = CATEGORY_MENU.map(categorySlug).find((slug) => slug === asked);
  const order = DISCOVER_SORTS.find((name) => name === sort);
  // A search for 1984 is read as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, SEARCH_MAX) : '';
  return { ...(known && { category: known }), ...(words && { q: words }), ...(order && { sort: order }) };
}
