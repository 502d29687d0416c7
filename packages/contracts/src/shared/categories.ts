/** The categories of streams, without their schema, so that the menu loads no zod. */
export const CATEGORIES = [
  'Gaming',
  'Music',
  'Podcasts',
  'Sports',
  'Events',
  'News',
  'IRL (In Real Life)',
  'Tech',
  'Fitness',
  'Education',
  'Comedy',
  'Lifestyle',
  'Food',
  'Movies',
] as const;

/** The menu of spec section 2: two filters, then the categories. */
export const CATEGORY_MENU = ['All Categories', 'Live', ...CATEGORIES] as const;

/** The value of /discover?category=: lower case, other characters than letters and digits become hyphens (spec section 2). */
export function categorySlug(name: string): string {
  return name === 'All Categories' ? 'all' : name.toLowerCase().replace(/[^a-z0-9]/g, '-');
}

/** The menu entry with this slug; null if there is none. */
export function categoryNamed(slug: string): (typeof CATEGORY_MENU)[number] | null {
  return CATEGORY_MENU.find((name) => categorySlug(name) === slug) ?? null;
}
