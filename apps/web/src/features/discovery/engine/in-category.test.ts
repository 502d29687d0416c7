import { CATEGORIES, CATEGORY_MENU, categorySlug } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { categoryNamed, inCategory } from './in-category.ts';

describe('categories in an address', () => {
  it('have a slug of their own each, and are found by it', () => {
    const slugs = CATEGORY_MENU.map(categorySlug);
    expect(new Set(slugs).size).toBe(16);
    expect(slugs.map(categoryNamed)).toEqual(CATEGORY_MENU);
    expect(categoryNamed('irl--in-real-life-')).toBe('IRL (In Real Life)');
    expect(categoryNamed('nothing')).toBeNull();
  });

  it.each(CATEGORIES)('let %s through all, live and its own, and through no other', (category) => {
    const through = CATEGORY_MENU.filter((name) => inCategory({ category }, categorySlug(name)));
    expect(through).toEqual(['All Categories', 'Live', category]);
  });
});
