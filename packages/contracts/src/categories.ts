import { z } from 'zod';

/** What a stream can be filed under. */
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

export const category = z.enum(CATEGORIES);
export type Category = z.infer<typeof category>;

/** The query value of /discover?category=: lower case, non-alphanumerics turned into hyphens (spec section 2). */
export function categorySlug(name: string): string {
  return name === 'All Categories' ? 'all' : name.toLowerCase().replace(/[^a-z0-9]/g, '-');
}
