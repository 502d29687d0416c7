import { CATEGORY_MENU, categorySlug } from '@tributary/contracts';

/** Whether a live stream belongs to what `?category=` names; `all` and `live` are filters that let all through. */
export function inCategory({ category }: { readonly category: string }, slug: string): boolean {
  return slug === 'all' || slug === 'live' || categorySlug(category) === slug;
}

/** The menu's entry with that slug: the query value of /discover. Null: there is none. */
export function categoryNamed(slug: string): string | null {
  return CATEGORY_MENU.find((name) => categorySlug(name) === slug) ?? null;
}
