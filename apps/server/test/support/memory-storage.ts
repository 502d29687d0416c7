/** A storage in memory, for tests of the objects that features store. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../src/platform/storage/index.ts';

export function createMemoryStorage(): Storage {
  const objects = new Map<string, Buffer>();
  const storage: Storage = {
    async put(key, source) {
      const isBytes = source instanceof Uint8Array;
      objects.set(key, isBytes ? Buffer.from(source) : await buffer(Readable.from(source)));
    },
    async append(objects) {
      for (const { key, chunks } of objects) await storage.put(key, chunks);
    },
    async get(key, range) {
      const bytes = objects.get(key);
      if (bytes === undefined) return null;
      const end = Math.min(range?.end ?? bytes.length - 1, bytes.length - 1);
      const cut = bytes.subarray(range?.start ?? 0, end + 1);
      return {
        stream: Readable.from([cut]),
        bytes: async () => cut,
        size: bytes.length,
        range: range ? { start: range.start, end } : null,
        contentType: null,
      };
    },
    async list(prefix, cursor = null, limit = 100) {
      const keys = [...objects.keys()]
        .filter((key) => key.startsWith(prefix) && (cursor === null || key > cursor))
        .sort();
      const page = keys.slice(0, limit);
      return {
        objects: page.map((key) => ({ key, byteLength: objects.get(key)?.length ?? 0 })),
        cursor: keys.length > limit ? (page.at(-1) ?? null) : null,
      };
    },
    delete: async (key) => void objects.delete(key),
  };
  return storage;
}
