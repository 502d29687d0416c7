/** What a stream can be filed under; `category` is its schema, apart, so that a menu carries no zod. */
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

/** The query value of /discover?category=: lower case, non-alphanumerics turned into hyphens (spec section 2). */
export function categorySlug(name: string): string {
  return name === 'All Categories' ? 'all' : name.toLowerCase().replace(/[^a-z0-9]/g, '-');
}

/** The menu's entry with that slug; null: there is none. */
export function categoryNamed(slug: string): (typeof CATEGORY_MENU)[number] | null {
  return CATEGORY_MENU.find((name) => categorySlug(name) === slug) ?? null;
}
