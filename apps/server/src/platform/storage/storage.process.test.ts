import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../../test/support/fake-s3.ts';
import { diskUnwritable } from '../errors.ts';
import { deleteFolder } from './delete-folder.ts';
import { createDiskStorage } from './disk/disk-storage.ts';
import { createS3Storage, PART_BYTES } from './s3.ts';
import { RangeNotSatisfiableError, type Storage } from './storage.ts';

const MIB = 1024 * 1024;

async function read(storage: Storage, key: string, range?: { start: number; end?: number }) {
  const object = await storage.get(key, range);
  return object && (await buffer(object.stream));
}

const keysOf = (page: { readonly objects: readonly { readonly key: string }[] }) =>
  page.objects.map(({ key }) => key);

async function allKeys(storage: Storage, prefix: string, limit?: number): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await storage.list(prefix, cursor, limit);
    keys.push(...keysOf(page));
    cursor = page.cursor;
  } while (cursor !== null);
  return keys;
}

/** Yields `count` chunks of one size, each filled with its number. */
async function* chunks(count: number, size: number, onPull: (index: number) => void = () => {}) {
  for (let i = 0; i < count; i++) {
    onPull(i);
    yield Buffer.alloc(size, i);
  }
}

async function* failingAfter(count: number, size: number) {
  yield* chunks(count, size);
  throw new Error('The encoder went away.');
}

interface Harness {
  readonly storage: Storage;
  /** The keys of everything that is stored, unfinished writes included. */
  stored(): Promise<string[]>;
  /** The number of bytes that have left this process's memory for the store. */
  receivedBytes(): Promise<number>;
}

/** The guarantees of every storage, which each implementation is tested against. */
function conformance(name: string, open: () => Promise<Harness>): void {
  describe(`${name} (conformance)`, () => {
    let storage: Storage;
    let harness: Harness;
    beforeAll(async () => {
      harness = await open();
      ({ storage } = harness);
    });

    it('returns the newest object of a key, with its size and content type', async () => {
      await storage.put('images/a.webp', new Uint8Array([1, 2, 3]));
      await storage.put('images/a.webp', new Uint8Array([4, 5]));
      const object = await storage.get('images/a.webp');
      expect(object).toMatchObject({ size: 2, range: null, contentType: 'image/webp' });
      expect(object && [...(await buffer(object.stream))]).toEqual([4, 5]);
    });

    it('reads an object or a range of it at once, with the same bytes as its stream', async () => {
      const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
      await storage.put('images/whole.bin', bytes);
      await storage.append([{ key: 'run/0/video-0.m4s', chunks: [bytes] }]);
      for (const key of ['images/whole.bin', 'run/0/video-0.m4s']) {
        expect((await (await storage.get(key))?.bytes())?.equals(bytes)).toBe(true);
        const range = await storage.get(key, { start: 70_000, end: 199_999 });
        expect((await range?.bytes())?.equals(bytes.subarray(70_000))).toBe(true);
      }
      await storage.put('images/empty.bin', new Uint8Array());
      expect(await (await storage.get('images/empty.bin'))?.bytes()).toHaveLength(0);
      await deleteFolder(storage, 'run/', AbortSignal.timeout(10_000));
    });

    it('has no content type for a key with an unknown extension', async () => {
      await storage.put('images/a.unknown', new Uint8Array([1]));
      const object = await storage.get('images/a.unknown');
      object?.stream.destroy();
      expect(object?.contentType).toBeNull();
    });

    it('reads appended objects and their ranges, and deletes them, like those that were put', async () => {
      await storage.append([
        { key: 'appended/0/a.m4s', chunks: [Buffer.from('01'), Buffer.from('23456789')] },
      ]);
      await storage.append([{ key: 'appended/0/empty.m4s', chunks: [] }]);
      await storage.append([
        { key: 'appended/0/large.m4s', chunks: [Buffer.alloc(3 * MIB, 1), Buffer.alloc(2 * MIB + 7, 2)] },
      ]);
      await storage.put('appended/0/put.m4s', new Uint8Array([1]));
      const ranged = await storage.get('appended/0/a.m4s', { start: 1, end: 2 });
      expect(ranged).toMatchObject({ size: 10, range: { start: 1, end: 2 }, contentType: 'video/mp4' });
      expect(ranged && (await buffer(ranged.stream)).toString()).toBe('12');
      expect((await read(storage, 'appended/0/a.m4s', { start: 8 }))?.toString()).toBe('89');
      expect((await read(storage, 'appended/0/a.m4s'))?.toString()).toBe('0123456789');
      expect(await read(storage, 'appended/0/empty.m4s')).toHaveLength(0);
      const large = Buffer.concat([Buffer.alloc(3 * MIB, 1), Buffer.alloc(2 * MIB + 7, 2)]);
      expect((await read(storage, 'appended/0/large.m4s'))?.equals(large)).toBe(true);
      for (const [key, start] of [
        ['appended/0/a.m4s', 10],
        ['appended/0/empty.m4s', 0],
      ] as const)
        await expect(storage.get(key, { start })).rejects.toThrow(RangeNotSatisfiableError);
      expect(await storage.get('appended/0/b.m4s')).toBeNull();
      await storage.delete('appended/0/b.m4s');
      await storage.delete('appended/0/a.m4s');
      expect(await storage.get('appended/0/a.m4s')).toBeNull();
      expect(await allKeys(storage, 'appended/')).toEqual(
        ['empty', 'large', 'put'].map((name) => `appended/0/${name}.m4s`),
      );
      await deleteFolder(storage, 'appended/', new AbortController().signal);
      expect((await harness.stored()).filter((path) => path.includes('appended'))).toEqual([]);
    });

    it('appends objects of one folder together', async () => {
      const objects = ['a', 'b', 'c'].map((name) => ({
        key: `together/0/${name}`,
        chunks: [Buffer.from(name)],
      }));
      await storage.append(objects);
      for (const { key, chunks } of objects) expect(await read(storage, key)).toEqual(chunks[0]);
      const other = { key: 'together/1/a', chunks: [] };
      for (const wrong of [[...objects, other], []])
        await expect(storage.append(wrong)).rejects.toThrow(RangeError);
      expect(await storage.get('together/1/a')).toBeNull();
    });

    it('returns the newest of the objects that were appended under one key', async () => {
      await storage.append([{ key: 'again/0/a', chunks: [Buffer.from('old')] }]);
      await storage.append([{ key: 'again/0/b', chunks: [Buffer.from('other')] }]);
      const opened = await storage.get('again/0/a');
      await storage.append([{ key: 'again/0/a', chunks: [Buffer.from('newer')] }]);
      expect((await read(storage, 'again/0/a'))?.toString()).toBe('newer');
      expect(opened && (await buffer(opened.stream)).toString()).toBe('old');
      expect((await storage.list('again/')).objects).toEqual([
        { key: 'again/0/a', byteLength: 5 },
        { key: 'again/0/b', byteLength: 5 },
      ]);
    });

    it('stores whole objects when many are appended to several folders at once', async () => {
      const keys = Array.from({ length: 24 }, (_, i) => `at-once/${i % 3}/${i}`);
      await Promise.all(
        keys.map((key, i) => storage.append([{ key, chunks: [Buffer.alloc(50_000 + i, i)] }])),
      );
      for (const [i, key] of keys.entries())
        expect((await read(storage, key))?.equals(Buffer.alloc(50_000 + i, i))).toBe(true);
    });

    it('returns null for a missing object, and deletes one that is missing without an error', async () => {
      expect(await storage.get('images/none.webp')).toBeNull();
      expect(await storage.get('images/none.webp', { start: 0 })).toBeNull();
      await storage.put('images/b.webp', new Uint8Array([1]));
      await storage.delete('images/b.webp');
      await storage.delete('images/b.webp');
      await storage.put('images/folder/c.webp', new Uint8Array([1]));
      await storage.delete('images/folder');
      expect(await storage.get('images/folder')).toBeNull();
      expect(await storage.get('images/b.webp')).toBeNull();
    });

    it('stores an empty object, from bytes and from a stream', async () => {
      await storage.put('empty/bytes', new Uint8Array());
      await storage.put('empty/stream', chunks(0, 0));
      for (const key of ['empty/bytes', 'empty/stream']) {
        const object = await storage.get(key);
        expect(object?.size).toBe(0);
        expect(object && (await buffer(object.stream))).toHaveLength(0);
        await expect(storage.get(key, { start: 0 })).rejects.toThrow(RangeNotSatisfiableError);
      }
    });

    it('stores a stream larger than one part of a multi-part upload', async () => {
      await storage.put('large/three.mp4', chunks(18, MIB));
      const object = await storage.get('large/three.mp4');
      expect(object?.size).toBe(18 * MIB);
      const bytes = object && (await buffer(object.stream));
      expect(bytes?.length).toBe(18 * MIB);
      for (let i = 0; i < 18; i++) expect([bytes?.[i * MIB], bytes?.[(i + 1) * MIB - 1]]).toEqual([i, i]);
    });

    it.each([PART_BYTES - 1, PART_BYTES, PART_BYTES + 1])('stores an object of %i bytes', async (size) => {
      await storage.put('large/edge.mp4', new Uint8Array(size).fill(7));
      expect((await read(storage, 'large/edge.mp4'))?.equals(Buffer.alloc(size, 7))).toBe(true);
    });

    it.each([
      [{ start: 0 }, '0123456789', { start: 0, end: 9 }],
      [{ start: 3, end: 5 }, '345', { start: 3, end: 5 }],
      [{ start: 9, end: 9 }, '9', { start: 9, end: 9 }],
      [{ start: 8, end: 100 }, '89', { start: 8, end: 9 }],
    ])('reads the range %j of ten bytes', async (range, text, actual) => {
      await storage.put('ranges/ten', Buffer.from('0123456789'));
      const object = await storage.get('ranges/ten', range);
      expect(object).toMatchObject({ size: 10, range: actual });
      expect(object && (await buffer(object.stream)).toString()).toBe(text);
    });

    it('answers a range beyond the end with RangeNotSatisfiableError and the size', async () => {
      await storage.put('ranges/ten', Buffer.from('0123456789'));
      await expect(storage.get('ranges/ten', { start: 10 })).rejects.toMatchObject({
        name: 'RangeNotSatisfiableError',
        message: 'The range of ranges/ten starts at byte 10, but the object has 10 bytes.',
        size: 10,
      });
    });

    it.each([{ start: -1 }, { start: 5, end: 4 }, { start: 0.5 }, { start: Number.NaN }])(
      'refuses the malformed range %j with a RangeError',
      async (range) => {
        await expect(storage.get('ranges/ten', range)).rejects.toThrow(RangeError);
      },
    );

    it('stores one whole object when several are put under one key at once', async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, i) => storage.put('race/c', new Uint8Array(200_000).fill(i))),
      );
      const bytes = await read(storage, 'race/c');
      expect(bytes?.byteLength).toBe(200_000);
      expect(new Set(bytes).size).toBe(1);
      expect((await harness.stored()).filter((path) => path.includes('race'))).toEqual(['race/c']);
    });

    it('continues to read the object that it opened after another one replaces it', async () => {
      await storage.put('race/read', new Uint8Array(4 * MIB).fill(1));
      const object = await storage.get('race/read');
      await storage.put('race/read', new Uint8Array(10).fill(2));
      expect(object && new Set(await buffer(object.stream))).toEqual(new Set([1]));
    });

    it.each([
      ['in the first part', 1],
      ['after two parts', 18],
    ])('leaves nothing behind, and the old object in place, when the source fails %s', async (_, count) => {
      const before = await harness.stored();
      await expect(storage.put('failing/new', failingAfter(count, MIB))).rejects.toThrow(
        'The encoder went away.',
      );
      expect(await storage.get('failing/new')).toBeNull();
      expect(await harness.stored()).toEqual(before);

      await storage.put('failing/old', new Uint8Array([1]));
      await expect(storage.put('failing/old', failingAfter(count, MIB))).rejects.toThrow(
        'The encoder went away.',
      );
      expect(await read(storage, 'failing/old')).toEqual(Buffer.from([1]));
      await storage.delete('failing/old');
    });

    it('continues to serve others after a reader stops in the middle of an object', async () => {
      await storage.put('aborted/a', new Uint8Array(4 * MIB));
      for (let i = 0; i < 20; i++) {
        const object = await storage.get('aborted/a');
        for await (const _ of object?.stream ?? []) break;
        expect(object?.stream.destroyed).toBe(true);
      }
      expect(await read(storage, 'aborted/a')).toHaveLength(4 * MIB);
    });

    it('buffers a bounded number of bytes of a long stream', async () => {
      const [size, count] = [MIB / 4, 256];
      const start = await harness.receivedBytes();
      let largest = 0;
      let pulled = 0;
      async function* counted() {
        for await (const chunk of chunks(count, size)) {
          largest = Math.max(largest, pulled - ((await harness.receivedBytes()) - start));
          pulled += chunk.length;
          yield chunk;
        }
      }
      await storage.put('large/bounded', counted());
      expect(pulled).toBe(64 * MIB);
      expect(largest).toBeLessThanOrEqual(PART_BYTES + size);
      const object = await storage.get('large/bounded');
      for (let i = 0; i < 50; i++) await nextTurn();
      expect(object?.stream.readableLength).toBeLessThanOrEqual(MIB);
      object?.stream.destroy();
      await storage.delete('large/bounded');
    });

    const bytes = (length: number) => [new Uint8Array(length)];
    const stores = {
      put: (key: string, chunks: Uint8Array[]) => storage.put(key, chunks),
      append: (key: string, chunks: Uint8Array[]) => storage.append([{ key, chunks }]),
    };

    it.each(['put', 'append'] as const)(
      'lists keys in byte order, by prefix, in pages of at most 100, after %s',
      async (store) => {
        await deleteFolder(storage, 'list', new AbortController().signal);
        const keys = ['list/a/1', 'list/a-b/1', 'list/a.b', 'list/B', 'list/ab/c/d', 'list/b', 'listed/x'];
        const many = Array.from({ length: 105 }, (_, i) => `list/many/${String(i).padStart(3, '0')}`);
        for (const key of [...keys, ...many]) await stores[store](key, bytes(1));

        const expected = [...keys.filter((key) => key.startsWith('list/')), ...many].sort();
        const first = await storage.list('list/');
        expect(keysOf(first)).toEqual(expected.slice(0, 100));
        expect(first.cursor).not.toBeNull();
        expect(await allKeys(storage, 'list/')).toEqual(expected);
        expect(await allKeys(storage, 'list/', 7)).toEqual(expected);
        expect(await allKeys(storage, 'list/a')).toEqual([
          'list/a-b/1',
          'list/a.b',
          'list/a/1',
          'list/ab/c/d',
        ]);
        expect(await allKeys(storage, 'list/a/')).toEqual(['list/a/1']);
        expect(await allKeys(storage, 'list/none')).toEqual([]);
        expect((await storage.list('list/many/', null, 100)).objects).toHaveLength(100);
        for (const limit of [0, 101, 1.5])
          await expect(storage.list('list/', null, limit)).rejects.toThrow(RangeError);
      },
    );

    it.each(['put', 'append'] as const)(
      'returns each key that stays exactly once while others come and go between two pages, with %s',
      async (store) => {
        await deleteFolder(storage, 'changing/', new AbortController().signal);
        const names = ['a', 'c', 'e', 'g', 'i', 'k'].map((name) => `changing/${name}`);
        for (const key of names) await stores[store](key, bytes(1));
        const first = await storage.list('changing/', null, 2);
        expect(keysOf(first)).toEqual(['changing/a', 'changing/c']);
        // The last key of the page is deleted, one key is added before the cursor and one after it.
        await storage.delete('changing/c');
        await storage.delete('changing/e');
        await stores[store]('changing/b', bytes(1));
        await stores[store]('changing/h', bytes(1));
        const second = await storage.list('changing/', first.cursor, 100);
        expect(keysOf(second)).toEqual(['changing/g', 'changing/h', 'changing/i', 'changing/k']);
        expect(second.cursor).toBeNull();
      },
    );

    it('lists the size of each object', async () => {
      await storage.put('sizes/empty', new Uint8Array(0));
      await storage.put('sizes/three', new Uint8Array(3));
      const objects = [
        { key: 'sizes/empty', byteLength: 0 },
        { key: 'sizes/three', byteLength: 3 },
      ];
      expect(await storage.list('sizes/')).toEqual({ objects, cursor: null });
    });

    it.each([
      'a',
      '/etc/passwd',
      'x/../../y',
      '../y',
      'x/.hidden',
      'x//y',
      'x/\0',
      'x/',
      'x/y?uploads',
      'x/%2e%2e/y',
      '',
    ])('refuses the key %j with a RangeError', async (key) => {
      await expect(storage.put(key, new Uint8Array(1))).rejects.toThrow(RangeError);
      await expect(storage.append([{ key, chunks: [new Uint8Array(1)] }])).rejects.toThrow(RangeError);
      await expect(storage.get(key)).rejects.toThrow(RangeError);
      await expect(storage.delete(key)).rejects.toThrow(RangeError);
    });
  });
}

let root = '';
let s3: FakeS3;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tributary-storage-'));
  s3 = await startFakeS3();
});
afterAll(async () => {
  await rm(root, { recursive: true });
  await s3[Symbol.asyncDispose]();
});

async function filesBelow(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

conformance('disk storage', async () => {
  const directory = join(root, 'conformance');
  await mkdir(directory);
  return {
    storage: createDiskStorage(directory),
    stored: async () => (await filesBelow(directory)).map((path) => relative(directory, path)).sort(),
    receivedBytes: async () => {
      const sizes = (await filesBelow(directory)).map(async (path) => (await stat(path)).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
  };
});

conformance('S3 storage', async () => ({
  storage: createS3Storage(s3.options),
  stored: async () => [
    ...[...s3.objects.keys()].map((key) => key.replace(/^tributary\//, '')).sort(),
    ...s3.uploads.keys(),
  ],
  receivedBytes: async () => s3.receivedBytes,
}));

/** The message for the user, and the line in the log. */
const failure = (cause: RegExp) => ({
  code: 'storage_unavailable',
  cause: { message: expect.stringMatching(cause) },
});

describe('S3 storage', () => {
  it('stores its objects in the bucket below the prefix, and lists no other ones', async () => {
    const other = createS3Storage({ ...s3.options, prefix: 'other/' });
    await other.put('folder/theirs.webp', new Uint8Array([8]));
    const storage = createS3Storage(s3.options);
    await storage.put('folder/ours.webp', new Uint8Array([7]));
    expect(s3.objects.get('tributary/folder/ours.webp')).toEqual(Buffer.from([7]));
    expect(keysOf(await storage.list('folder/'))).toEqual(['folder/ours.webp']);
    expect(keysOf(await other.list(''))).toEqual(['folder/theirs.webp']);
  });

  it('fails with credentials that the service refuses, instead of returning null', async () => {
    const storage = createS3Storage({ ...s3.options, secretAccessKey: 'another secret' });
    await expect(storage.get('folder/none.webp')).rejects.toMatchObject(failure(/answered 403 to GET/));
    await expect(storage.put('folder/x.webp', new Uint8Array([1]))).rejects.toMatchObject(
      failure(/answered 403 to PUT folder\/x\.webp/),
    );
  });

  it('repeats a request while the service is busy, and fails after three attempts', async () => {
    const storage = createS3Storage(s3.options);
    s3.failures.push(503);
    await storage.put('folder/busy.webp', new Uint8Array([1]));
    expect(await read(storage, 'folder/busy.webp')).toEqual(Buffer.from([1]));
    s3.failures.push(503, 503, 503);
    await expect(storage.get('folder/busy.webp')).rejects.toMatchObject(failure(/answered 503/));
  });

  it('fails when the service cannot be reached', async () => {
    const storage = createS3Storage({ ...s3.options, endpoint: 'http://127.0.0.1:1' });
    await expect(storage.get('folder/none.webp')).rejects.toMatchObject(failure(/did not answer GET/));
  });

  it('gives up a service that does not answer, also after garbage was collected', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const storage = createS3Storage({ ...s3.options, endpoint: `http://127.0.0.1:${port}` }, 1_000);
    const connected = once(silent, 'connection');
    const put = storage.put('folder/x.m4s', new Uint8Array(10));
    const refused = expect(put).rejects.toMatchObject(failure(/did not answer PUT/));
    const [socket] = await connected;
    onTestFinished(() => void socket.destroy());
    setFlagsFromString('--expose-gc');
    await nextTurn();
    runInNewContext('gc')();
    await refused;
  });

  it('aborts the upload when the parts cannot be joined, although the status is 200', async () => {
    s3.failNextCompletion = true;
    const put = createS3Storage(s3.options).put('folder/large.mp4', new Uint8Array(PART_BYTES + 1));
    await expect(put).rejects.toMatchObject(failure(/could not complete the upload/));
    expect(s3.uploads.size).toBe(0);
    expect(s3.objects.has('tributary/folder/large.mp4')).toBe(false);
  });

  it('aborts the upload when a part is refused', async () => {
    const storage = createS3Storage(s3.options);
    const source = chunks(PART_BYTES / MIB + 2, MIB, (index) => {
      // The upload has begun and its first part is being sent.
      if (index === PART_BYTES / MIB + 1) s3.failures.push(503, 503, 503);
    });
    await expect(storage.put('folder/refused.mp4', source)).rejects.toMatchObject(
      failure(/answered 503 to PUT/),
    );
    expect(s3.uploads.size).toBe(0);
  });

  it('signs a URL that reads the object without credentials', async () => {
    const storage = createS3Storage(s3.options);
    await storage.put('folder/signed.webp', new Uint8Array([1, 2]));
    const url = (await storage.signedUrl?.('folder/signed.webp', 60)) ?? '';
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    expect(await (await fetch(url)).bytes()).toEqual(new Uint8Array([1, 2]));
    expect((await fetch(url.replace('signed.webp', 'ours.webp'))).status).toBe(403);
  });
});

describe('disk storage', () => {
  it('leaves no partial file behind when the key is a folder of other keys', async () => {
    const storage = createDiskStorage(root);
    await storage.put('folder/name/x.webp', new Uint8Array([1]));
    await expect(storage.put('folder/name', new Uint8Array([1]))).rejects.toThrow();
    expect(await readdir(join(root, 'folder'))).toEqual(['name']);
    expect(await storage.get('folder/name')).toBeNull();
  });

  it('removes folders that a delete leaves empty, also while other objects are put into them', async () => {
    const storage = createDiskStorage(root);
    await storage.put('emptied/a/b/one.webp', new Uint8Array([1]));
    await storage.put('emptied/a/two.webp', new Uint8Array([2]));
    await storage.delete('emptied/a/b/one.webp');
    expect(await readdir(join(root, 'emptied/a'))).toEqual(['two.webp']);
    await storage.delete('emptied/a/two.webp');
    expect(await readdir(root)).not.toContain('emptied');
    await storage.delete('emptied/a/two.webp');
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const key = `emptied/a/b/${index}.webp`;
        await storage.put(key, new Uint8Array([1]));
        await storage.delete(key);
      }),
    );
    expect(await readdir(root)).not.toContain('emptied');
  });

  it('stops with disk_unwritable and leaves nothing behind when the disk fills up during a put', async () => {
    let isFull = false;
    const storage = createDiskStorage(root, {
      check() {
        if (isFull) throw diskUnwritable();
      },
    });
    const source = chunks(100, MIB, (index) => {
      isFull = index === 3;
    });
    await expect(storage.put('full/recording.mp4', source)).rejects.toMatchObject({
      code: 'disk_unwritable',
    });
    expect(await filesBelow(join(root, 'full'))).toEqual([]);
  });

  it('reports a full disk that a write finds as disk_unwritable', async () => {
    async function* source() {
      yield new Uint8Array([1]);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    const put = createDiskStorage(root).put('full/image.webp', source());
    await expect(put).rejects.toMatchObject({ code: 'disk_unwritable' });
    expect(await filesBelow(join(root, 'full'))).toEqual([]);
  });
});
