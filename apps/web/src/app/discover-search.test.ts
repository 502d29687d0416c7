import { CATEGORIES, CATEGORY_MENU, categoryNamed, categorySlug } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { discoverSearch } from './discover-search.ts';

it('knows every category by a slug of its own', () => {
  const slugs = CATEGORY_MENU.map(categorySlug);
  expect(new Set(slugs).size).toBe(16);
  expect(slugs.slice(0, 2)).toEqual(['all', 'live']);
  expect(slugs.map(categoryNamed)).toEqual(CATEGORY_MENU);
  expect(categoryNamed('irl--in-real-life-')).toBe('IRL (In Real Life)');
  expect(categoryNamed('nothing')).toBeNull();
});

it.each(CATEGORIES)('lets %s through', (name) => {
  expect(discoverSearch({ category: categorySlug(name) })).toEqual({ category: categorySlug(name) });
  expect(discoverSearch({ category: name })).toEqual({ category: categorySlug(name) });
});

it('takes of an address what means something, and no more', () => {
  expect(discoverSearch({ category: 'nothing', q: ' fox ', sort: 'newest', other: 1 })).toEqual({
    q: 'fox',
    sort: 'newest',
  });
  expect(discoverSearch({ category: 7, q: 1984, sort: 'best' })).toEqual({ q: '1984' });
  expect(discoverSearch({ q: 'x'.repeat(300) }).q).toHaveLength(100);
  expect(discoverSearch({ q: { a: 1 } })).toEqual({});
});
