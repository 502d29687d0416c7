import { expect, it } from 'vitest';
import { ShortCache } from './short-cache.ts';

function setUp() {
  const clock = { now: 0 };
  const reads: string[] = [];
  const cache = new ShortCache<string>({ ttlMs: 500, maxEntries: 2, now: () => clock.now });
  const get = (key: string) =>
    cache.get(key, async () => {
      reads.push(key);
      if (key === 'broken') throw new Error('It cannot be read.');
      return `${key}${reads.length}`;
    });
  return { clock, reads, get, cache };
}

it('reads a key once for all requests within the time, and again afterwards', async () => {
  const { clock, reads, get } = setUp();
  expect(await Promise.all([get('a'), get('a')])).toEqual(['a1', 'a1']);
  clock.now = 499;
  expect(await get('a')).toBe('a1');
  clock.now = 500;
  expect(await get('a')).toBe('a2');
  expect(reads).toEqual(['a', 'a']);
});

it('does not keep a failure', async () => {
  const { reads, get } = setUp();
  const both = await Promise.allSettled([get('broken'), get('broken')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(get('broken')).rejects.toThrow('It cannot be read.');
  expect(reads).toHaveLength(2);
});

it('forgets the oldest entry when it is full', async () => {
  const { reads, get } = setUp();
  for (const key of ['a', 'b', 'c', 'c', 'a']) await get(key);
  expect(reads).toEqual(['a', 'b', 'c', 'a']);
});

it('reads a deleted key again, even if it was being read', async () => {
  const { reads, get, cache } = setUp();
  const before = get('a');
  cache.delete('a');
  expect(await Promise.all([before, get('a'), get('b')])).toEqual(['a1', 'a2', 'b3']);
  expect(reads).toEqual(['a', 'a', 'b']);
});
