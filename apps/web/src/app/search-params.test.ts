import { CATEGORIES, CATEGORY_MENU, categoryNamed, categorySlug } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoverSearch, loginSearch, returnPath, streamSearch } from './search-params.ts';

it('has a unique slug for every category', () => {
  const slugs = CATEGORY_MENU.map(categorySlug);
  expect(new Set(slugs).size).toBe(16);
  expect(slugs.slice(0, 2)).toEqual(['all', 'live']);
  expect(slugs.map(categoryNamed)).toEqual(CATEGORY_MENU);
  expect(categoryNamed('irl--in-real-life-')).toBe('IRL (In Real Life)');
  expect(categoryNamed('nothing')).toBeNull();
});

it.each(CATEGORIES)('accepts the category %s by slug and by name', (name) => {
  expect(discoverSearch({ category: categorySlug(name) })).toEqual({ category: categorySlug(name) });
  expect(discoverSearch({ category: name })).toEqual({ category: categorySlug(name) });
});

it('keeps the known parameters of an address and drops the rest', () => {
  expect(discoverSearch({ category: 'nothing', q: ' fox ', sort: 'newest', other: 1 })).toEqual({
    q: 'fox',
    sort: 'newest',
  });
  expect(discoverSearch({ category: 7, q: 1984, sort: 'best' })).toEqual({ q: '1984' });
  expect(discoverSearch({ q: 'x'.repeat(300) }).q).toHaveLength(100);
  expect(discoverSearch({ q: { a: 1 } })).toEqual({});
  const filters = { language: 'de', tag: '2026', access: 'free', length: 'long' };
  expect(discoverSearch({ ...filters, tag: 2026 })).toEqual(filters);
  expect(discoverSearch({ tag: ['x'], language: undefined })).toEqual({});
});

it('reads the position and the tab of a stream’s page, and drops tabs that it does not have', () => {
  expect(streamSearch({ t: '1m30s', tab: 'videos' })).toEqual({ t: '1m30s', tab: 'videos' });
  expect(streamSearch({ t: 90, tab: 'followers' })).toEqual({ t: 90 });
  expect(streamSearch({ tab: ['clips'], other: 1 })).toEqual({});
});

describe('returnPath', () => {
  it('keeps a path with its query', () => {
    expect(returnPath({ from: '/s/somebody/live?x=1' })).toEqual({ from: '/s/somebody/live?x=1' });
  });

  it.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    '',
    7,
    null,
  ])('drops the invalid value %j', (from) => {
    expect(returnPath({ from })).toEqual({});
  });

  it('never returns a path to another origin', () => {
    const text = fc.string({
      unit: fc.constantFrom('/', '\\', ':', '@', '.', 'a', ' ', '\t', '\n'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (from) => {
        const kept = returnPath({ from }).from ?? '/';
        expect(new URL(kept, 'https://here.example').origin).toBe('https://here.example');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('loginSearch', () => {
  it('keeps a known step, a path on this origin and a short error', () => {
    const search = { from: '/profile/security', step: 'second-factor', error: 'token_expired' };
    expect(loginSearch({ ...search, other: 1 })).toEqual(search);
  });

  it.each([
    { step: 'admin' },
    { step: ['code'] },
    { from: '//elsewhere.example' },
    { error: '' },
    { error: 7 },
  ])('drops the invalid value %j', (search) => expect(loginSearch(search)).toEqual({}));

  it('truncates a long error', () => {
    expect(loginSearch({ error: 'x'.repeat(5000) }).error).toHaveLength(100);
  });
});
