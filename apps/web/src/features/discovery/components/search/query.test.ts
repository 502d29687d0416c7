import { expect, it } from 'vitest';
import { addressOf, countFilters, filtersOf, tagOf } from './query.ts';

it('reads the filters of an address, and drops those that the server would refuse', () => {
  const all = { language: 'de', tag: '#Late-Night', access: 'free', length: 'long' };
  expect(filtersOf(all)).toEqual({ ...all, tag: 'late-night' });
  const wrong = { language: 'tlh', tag: 'two words', access: 'everybody', length: '7' };
  expect(countFilters(filtersOf(wrong))).toBe(0);
  expect(countFilters(filtersOf({ access: 'event', tag: '中文' }))).toBe(2);
});

it('takes a tag with or without its hash sign, and none of more than 24 letters', () => {
  expect(tagOf(' #Speedrun ')).toBe('speedrun');
  expect(tagOf('#')).toBeUndefined();
  expect(tagOf('x'.repeat(25))).toBeUndefined();
});

it('has an address without what is so by default', () => {
  expect(addressOf({ category: 'all', q: '', sort: 'relevance' })).toEqual({});
  const query = { category: 'music', q: 'fox', sort: 'newest', language: 'de' } as const;
  expect(addressOf(query)).toEqual(query);
});
