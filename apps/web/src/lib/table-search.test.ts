import { expect, it } from 'vitest';
import { cursorOf, nextPage, oneOf, previousPage, refine, tableSearch } from './table-search.ts';

it('reads known parameters, including those that the router parsed as numbers', () => {
  expect(tableSearch({ q: 123, role: 'admin', strange: 'x', at: ['a'] })).toEqual({
    q: '123',
    role: 'admin',
    at: ['a'],
  });
  expect(tableSearch({ at: [] })).toEqual({});
});

it('moves to the next and previous page', () => {
  const second = nextPage({ q: 'x' }, 'c1');
  const third = nextPage(second, 'c2');
  expect(cursorOf(third)).toBe('c2');
  expect(previousPage(third)).toEqual(second);
  expect(previousPage(second)).toEqual({ q: 'x' });
  expect(cursorOf({})).toBeUndefined();
});

it('returns to the first page with a new filter, and drops an empty one', () => {
  expect(refine({ q: 'x', role: 'admin', at: ['c1'] }, { q: '' })).toEqual({ role: 'admin' });
});

it('rejects values that the server would refuse', () => {
  expect(oneOf(['asc', 'desc'], 'asc')).toBe('asc');
  expect(oneOf(['asc', 'desc'], 'sideways')).toBeUndefined();
});
