import { expect, it } from 'vitest';
import { inOrder, moved } from './tier-order.ts';

it('moves a tier up, down and to the ends, and keeps the order of the others', () => {
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 'b', 2)).toEqual(['a', 'c', 'b']);
});

it('orders tiers by ids and leaves those without a place at the end', () => {
  const tiers = ['a', 'b', 'archived'].map((id) => ({ id }));
  expect(inOrder(tiers, ['b', 'a', 'gone']).map(({ id }) => id)).toEqual(['b', 'a', 'archived']);
});
