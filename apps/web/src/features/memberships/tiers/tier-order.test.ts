import { expect, it } from 'vitest';
import { indexAt, inOrder, moveTo } from './tier-order.ts';

it('moves a tier up, down and to the ends, and keeps the order of the others', () => {
  expect(moveTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(moveTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moveTo(['a', 'b', 'c'], 'b', 2)).toEqual(['a', 'c', 'b']);
});

it('orders tiers by ids, and puts tiers that are not listed at the end', () => {
  const tiers = ['a', 'b', 'archived'].map((id) => ({ id }));
  expect(inOrder(tiers, ['b', 'a', 'gone']).map(({ id }) => id)).toEqual(['b', 'a', 'archived']);
});

it('puts a dragged tier between those whose middles are above and below the pointer', () => {
  const middles = [100, 220, 400];
  expect([50, 150, 250, 500].map((y) => indexAt(middles, y))).toEqual([0, 1, 2, 3]);
});
