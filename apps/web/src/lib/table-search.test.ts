import { expect, it } from 'vitest';
import { cursorOf, nextPage, oneOf, previousPage, refine, tableSearch } from './table-search.ts';

it('reads what it knows of an address, numbers that a router made of it too', () => {
  expect(tableSearch({ q: 123, role: 'admin', strange: 'x', at: ['a'] })).toEqual({
    q: '123',
    role: 'admin',
    at: ['a'],
  });
  expect(tableSearch({ at: [] })).toEqual({});
});

it('goes on and back page by page', () => {
  const second = nextPage({ q: 'x' }, 'c1');
  const third = nextPage(second, 'c2');
  expect(cursorOf(third)).toBe('c2');
  expect(previousPage(third)).toEqual(second);
  expect(previousPage(second)).toEqual({ q: 'x' });
  expect(cursorOf({})).toBeUndefined();
});

it('begins anew with another filter, and drops an empty one', () => {
  expect(refine({ q: 'x', role: 'admin', at: ['c1'] }, { q: '' })).toEqual({ role: 'admin' });
});

it('takes no value that the server would refuse', () => {
  expect(oneOf(['asc', 'desc'], 'asc')).toBe('asc');
  expect(oneOf(['asc', 'desc'], 'sideways')).toBeUndefined();
});
