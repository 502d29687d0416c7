import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepFeatured, stableOrder } from './stable-order.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));
const ids = (list: { id: string }[]) => list.map((item) => item.id);

describe('stableOrder', () => {
  it('uses the given order while the list is not held', () => {
    expect(ids(stableOrder(['a', 'b'], items('b', 'a'), false))).toEqual(['b', 'a']);
  });

  it('keeps the order while held, and puts new items last in their own order', () => {
    expect(ids(stableOrder(['a', 'b', 'c'], items('x', 'c', 'y', 'a'), true))).toEqual(['a', 'c', 'x', 'y']);
  });

  it('never loses, adds or duplicates an item', () => {
    const list = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 20 });
    fc.assert(
      fc.property(list, list, fc.boolean(), (shown, next, held) => {
        expect(ids(stableOrder(shown, items(...next), held)).toSorted()).toEqual(next.toSorted());
      }),
    );
  });
});

describe('keepFeatured', () => {
  it('keeps the featured stream until it is gone', () => {
    expect(keepFeatured('b', items('a', 'b'))?.id).toBe('b');
    expect(keepFeatured('z', items('a', 'b'))?.id).toBe('a');
    expect(keepFeatured('a', [])).toBeNull();
  });
});
