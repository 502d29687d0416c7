import { expect, it } from 'vitest';
import { createMemoryStorage } from '../../../test/support/memory-storage.ts';
import { ObjectCache } from './object-cache.ts';

const KIB = 1024;

/** Creates a cache of `maxBytes` over objects of 100 KiB, and one of 5 MiB. */
async function setUp(maxBytes = 250 * KIB) {
  const clock = { nowMs: 0 };
  const storage = createMemoryStorage();
  for (const name of ['a', 'b', 'c']) await storage.put(`run/${name}`, Buffer.alloc(100 * KIB, name));
  await storage.put('run/large', Buffer.alloc(5 * KIB * KIB));
  const reads: string[] = [];
  const cache = new ObjectCache(
    {
      get: async (key) => {
        reads.push(key.slice('run/'.length));
        if (key === 'run/broken') throw new Error('The storage is away.');
        return storage.get(key);
      },
    },
    { maxBytes, now: () => clock.nowMs },
  );
  return { clock, cache, reads, read: (name: string) => cache.read(`run/${name}`) };
}

it('reads an object once for all requests in the meantime and afterwards', async () => {
  const { cache, reads, read } = await setUp();
  const [first, second] = await Promise.all([read('a'), read('a')]);
  expect(first).toEqual(Buffer.alloc(100 * KIB, 'a'));
  expect(second).toBe(first);
  expect(await read('a')).toBe(first);
  expect(cache.find('run/a')).toBe(first);
  expect(reads).toEqual(['a']);
});

it('drops the least recently used objects to make room for another', async () => {
  const { clock, cache, read } = await setUp();
  await read('a');
  await read('b');
  clock.nowMs = 2_000;
  await read('a');
  await read('c');
  expect(['a', 'b', 'c'].map((name) => cache.find(`run/${name}`) !== undefined)).toEqual([true, false, true]);
  expect(cache.byteLength).toBe(200 * KIB);
});

it('does not read objects that are too large, or for which there is no room while others are read', async () => {
  const { cache, read } = await setUp(6 * KIB * KIB);
  expect(await read('large')).toBeUndefined();
  const small = await setUp();
  const all = await Promise.all(['a', 'b', 'c'].map((name) => small.read(name)));
  expect(all.map((bytes) => bytes?.length)).toEqual([100 * KIB, 100 * KIB, undefined]);
  expect([cache.byteLength, small.cache.byteLength]).toEqual([0, 200 * KIB]);
});

it('keeps neither a missing object nor a failure', async () => {
  const { reads, read } = await setUp();
  expect(await read('missing')).toBeNull();
  await expect(read('broken')).rejects.toThrow('The storage is away.');
  await expect(read('broken')).rejects.toThrow('The storage is away.');
  expect(reads).toEqual(['missing', 'broken', 'broken']);
});

it('drops objects that were not read for a minute, and deleted objects at once', async () => {
  const { clock, cache, read } = await setUp();
  await read('a');
  clock.nowMs = 30_000;
  await read('b');
  clock.nowMs = 61_000;
  cache.sweep();
  expect([cache.find('run/a'), cache.byteLength]).toEqual([undefined, 100 * KIB]);
  cache.drop('run/');
  expect([cache.find('run/b'), cache.byteLength]).toEqual([undefined, 0]);
});
