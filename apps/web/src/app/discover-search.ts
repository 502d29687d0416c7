import { CATEGORY_MENU, categorySlug } from '@tributary/contracts';

/** Reads `?category=`; what is no category is all of them. */
export function discoverSearch(search: Record<string, unknown>): { category?: string } {
  const known = CATEGORY_MENU.map(categorySlug).find((slug) => slug === search.category);
  return known ? { category: known } : {};
}
