import { constants, open } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { diskUnwritable } from '../../errors.ts';
import type { Storage } from '../storage.ts';
import { DirectWriter } from './direct-writer.ts';
import { createDiskStorage } from './disk-storage.ts';
import { BLOCK_BYTES, writeHeader } from './pack-record.ts';
import { Packs } from './packs.ts';

const roots = await mkdtemp(join(tmpdir(), 'tributary-packs-'));
afterAll(() => rm(roots, { recursive: true }));

let count = 0;
async function newRoot(): Promise<string> {
  count += 1;
  const root = join(roots, String(count));
  await mkdir(root);
  return root;
}

const textOf = async (storage: Storage, key: string): Promise<string | null> => {
  const object = await storage.get(key);
  return object && (await buffer(object.stream)).toString();
};

const keysOf = async (storage: Storage) => (await storage.list('')).objects.map(({ key }) => key);

it('stores the objects of a folder in one file beside it, which is deleted with the last of them', async () => {
  const root = await newRoot();
  const storage = createDiskStorage(root);
  for (const name of ['a', 'b', 'c'])
    await storage.append([{ key: `run/video/0/${name}`, chunks: [Buffer.from(name)] }]);
  expect(await readdir(root, { recursive: true })).toEqual(['run', 'run/video', 'run/video/.0.pack']);
  await storage.delete('run/video/0/b');
  await Promise.all([storage.delete('run/video/0/a'), storage.delete('run/video/0/c')]);
  expect(await readdir(root)).toEqual([]);
  await storage.append([{ key: 'run/video/0/a', chunks: [Buffer.from('again')] }]);
  expect(await textOf(storage, 'run/video/0/a')).toBe('again');
});

it('shows another process at once which objects were appended, replaced and deleted', async () => {
  const root = await newRoot();
  const [writer, reader] = [createDiskStorage(root), createDiskStorage(root)];
  await writer.append([{ key: 'x/0/a', chunks: [Buffer.from('first')] }]);
  await writer.append([{ key: 'x/0/b', chunks: [Buffer.from('second')] }]);
  expect(await textOf(reader, 'x/0/a')).toBe('first');
  expect(await keysOf(reader)).toEqual(['x/0/a', 'x/0/b']);
  await writer.append([{ key: 'x/0/c', chunks: [Buffer.from('third')] }]);
  await writer.append([{ key: 'x/0/a', chunks: [Buffer.from('replaced')] }]);
  expect(await textOf(reader, 'x/0/c')).toBe('third');
  expect(await textOf(reader, 'x/0/a')).toBe('replaced');
  // Clocks of file systems are coarse, so the deletion must get a later time than the reader has seen.
  await utimes(join(root, 'x/.0.pack'), 0, 0);
  expect(await keysOf(reader)).toEqual(['x/0/a', 'x/0/b', 'x/0/c']);
  await writer.delete('x/0/b');
  expect(await keysOf(reader)).toEqual(['x/0/a', 'x/0/c']);
  expect(await textOf(reader, 'x/0/b')).toBeNull();
  await writer.delete('x/0/a');
  expect(await textOf(createDiskStorage(root), 'x/0/a')).toBeNull();
  await writer.delete('x/0/c');
  expect(await textOf(reader, 'x/0/c')).toBeNull();
  // The pack is a new file.
  await writer.append([{ key: 'x/0/d', chunks: [Buffer.from('fourth')] }]);
  expect(await textOf(reader, 'x/0/c')).toBeNull();
  expect(await textOf(reader, 'x/0/d')).toBe('fourth');
  expect(await keysOf(reader)).toEqual(['x/0/d']);
});

it('does not append while the disk is nearly full', async () => {
  const root = await newRoot();
  const storage = createDiskStorage(root, {
    check() {
      throw diskUnwritable();
    },
  });
  await expect(storage.append([{ key: 'x/0/a', chunks: [Buffer.from('a')] }])).rejects.toMatchObject({
    code: 'disk_unwritable',
  });
  expect(await readdir(root)).toEqual([]);
});

it('stores all objects of one write or none, whatever a crash leaves of them', async () => {
  const root = await newRoot();
  const path = join(root, 'x/.0.pack');
  const writer = createDiskStorage(root);
  await writer.append([{ key: 'x/0/a', chunks: [Buffer.from('kept')] }]);
  const kept = await readFile(path);
  await writer.append([
    { key: 'x/0/b', chunks: [Buffer.alloc(3000, 1), Buffer.alloc(17_000, 2)] },
    { key: 'x/0/c', chunks: [Buffer.alloc(5000, 3)] },
  ]);
  const pack = await readFile(path);
  const reader = createDiskStorage(root);
  expect(await textOf(reader, 'x/0/c')).toBe(Buffer.alloc(5000, 3).toString());
  expect(await keysOf(reader)).toEqual(['x/0/a', 'x/0/b', 'x/0/c']);

  for (let length = kept.length; length < pack.length; length += BLOCK_BYTES) {
    await writeFile(path, pack.subarray(0, length));
    expect(await keysOf(createDiskStorage(root))).toEqual(['x/0/a']);
  }
  // Clears a sector in the middle of the first object.
  await writeFile(path, Buffer.from(pack).fill(0, kept.length + 1024, kept.length + 1536));
  const storage = createDiskStorage(root);
  expect(await keysOf(storage)).toEqual(['x/0/a']);
  await storage.append([{ key: 'x/0/d', chunks: [Buffer.from('next')] }]);
  expect(await keysOf(createDiskStorage(root))).toEqual(['x/0/a', 'x/0/d']);
});

it('writes an object at the same position again after a write that failed in the middle', async () => {
  const root = await newRoot();
  let isFull = false;
  class FillingDisk extends DirectWriter {
    override async write(fd: number, position: number, chunks: readonly Uint8Array[]): Promise<number> {
      if (!isFull) return await super.write(fd, position, chunks);
      await super.write(fd, position, chunks.slice(0, 2));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
  }
  const packs = new Packs(new FillingDisk());
  const folder = join(root, '0');
  const object = [Buffer.alloc(10_000, 1), Buffer.alloc(10_000, 2)];

  isFull = true;
  await expect(packs.append(folder, [{ name: 'a', chunks: object }])).rejects.toThrow('ENOSPC');
  expect(await readdir(root)).toEqual([]);
  isFull = false;
  await packs.append(folder, [{ name: 'a', chunks: object }]);
  const before = await readFile(join(root, '.0.pack'));
  isFull = true;
  await expect(packs.append(folder, [{ name: 'b', chunks: object }])).rejects.toThrow('ENOSPC');
  expect(await packs.open(join(folder, 'b'))).toBeNull();
  expect((await readFile(join(root, '.0.pack'))).equals(before)).toBe(true);
  isFull = false;
  await packs.append(folder, [{ name: 'b', chunks: object }]);
  const size = 20_000;
  expect(await new Packs().list(join(root, '0'))).toEqual(new Map([...'ab'].map((name) => [name, size])));
});

it('writes through the cache if the file system refuses O_DIRECT', async () => {
  const root = await newRoot();
  let refusals = 0;
  const writer = new DirectWriter({
    async openFile(path, flags, mode) {
      if ((flags & constants.O_DIRECT) === 0) return await promisify(open)(path, flags, mode);
      refusals += 1;
      throw Object.assign(new Error(`EINVAL: invalid argument, open '${path}'`), { code: 'EINVAL' });
    },
  });
  const packs = new Packs(writer);
  for (const name of ['a', 'b']) await packs.append(join(root, '0'), [{ name, chunks: [Buffer.from(name)] }]);
  expect(refusals).toBe(1);
  expect([...(await new Packs().list(join(root, '0'))).keys()]).toEqual(['a', 'b']);
});

it.each([
  ['off the main thread where the file system is not on a local disk, since it may hang', false, 3],
  ['on the main thread once it was open on a local disk, which takes less', true, 1],
])('opens a pack %s', async (_, isLocal, opened) => {
  const root = await newRoot();
  const paths: string[] = [];
  const writer = new DirectWriter({
    async openFile(path, flags, mode) {
      paths.push(path);
      return await promisify(open)(path, flags, mode);
    },
    isLocal: async () => isLocal,
  });
  const packs = new Packs(writer);
  for (const name of ['a', 'b', 'c'])
    await packs.append(join(root, '0'), [{ name, chunks: [Buffer.from(name)] }]);
  expect(paths).toEqual(Array.from({ length: opened }, () => join(root, '.0.pack')));
  expect([...(await new Packs().list(join(root, '0'))).keys()]).toEqual(['a', 'b', 'c']);
});

/** Creates a record as another program could forge it. */
function forge(name: string, byteLength: number): Buffer {
  const { header } = writeHeader(name, []);
  header.writeUIntLE(byteLength, 12, 6);
  header.writeUInt32LE(crc32(header.subarray(12)), 4);
  return Buffer.concat([header, Buffer.alloc(BLOCK_BYTES - header.length)]);
}

it.each([
  ['an absurd length', forge('b', 2 ** 48 - 1)],
  ['bytes that have not reached the disk', forge('b', 100)],
  ['a name that leads out of the folder', forge('../b', 0)],
  ['no header', Buffer.alloc(BLOCK_BYTES, 0xff)],
])('ignores the end of a pack with %s, and writes over it', async (_, end) => {
  const root = await newRoot();
  await createDiskStorage(root).append([{ key: 'x/0/a', chunks: [Buffer.from('kept')] }]);
  await writeFile(join(root, 'x/.0.pack'), end, { flag: 'a' });
  const storage = createDiskStorage(root);
  expect(await keysOf(storage)).toEqual(['x/0/a']);
  expect(await storage.get('x/0/b')).toBeNull();
  await storage.append([{ key: 'x/0/c', chunks: [Buffer.from('new')] }]);
  expect(await keysOf(createDiskStorage(root))).toEqual(['x/0/a', 'x/0/c']);
});

it('ignores an object at the end of which a crash has left a sector unwritten', async () => {
  const root = await newRoot();
  const path = join(root, 'x/.0.pack');
  const writer = createDiskStorage(root);
  await writer.append([{ key: 'x/0/a', chunks: [Buffer.from('kept')] }]);
  await writer.append([{ key: 'x/0/b', chunks: [Buffer.alloc(3000, 1), Buffer.alloc(17_000, 2)] }]);
  expect(await keysOf(createDiskStorage(root))).toEqual(['x/0/a', 'x/0/b']);
  const pack = await readFile(path);
  for (const sector of [1, 20, 38]) {
    const start = BLOCK_BYTES + sector * 512;
    await writeFile(path, Buffer.from(pack).fill(0, start, start + 512));
    expect(await keysOf(createDiskStorage(root))).toEqual(['x/0/a']);
  }
});

it('never treats media as records, even if a crash cut the file off and a shorter write follows', async () => {
  const root = await newRoot();
  await createDiskStorage(root).append([{ key: 'x/0/a', chunks: [Buffer.from('kept')] }]);
  const whole = await readFile(join(root, 'x/.0.pack'));
  // The bytes of this segment look like a record at the beginning of each block.
  const start = writeHeader('b', []).header.length;
  const media = Buffer.concat([
    Buffer.alloc(BLOCK_BYTES - start),
    ...Array.from({ length: 8 }, () => forge('forged', 0)),
  ]);
  await createDiskStorage(root).append([{ key: 'x/0/b', chunks: [media] }]);
  const pack = await readFile(join(root, 'x/.0.pack'));
  await writeFile(join(root, 'x/.0.pack'), pack.subarray(0, whole.length + 6 * BLOCK_BYTES));
  const storage = createDiskStorage(root);
  await storage.append([{ key: 'x/0/c', chunks: [Buffer.from('short')] }]);
  expect(await keysOf(createDiskStorage(root))).toEqual(['x/0/a', 'x/0/c']);
  expect(await createDiskStorage(root).get('x/0/forged')).toBeNull();
});

it('reads back every object before the position at which a pack is cut off or damaged, and appends after them', async () => {
  const root = await newRoot();
  const sizes = [0, 1, 5000, BLOCK_BYTES * 3, 40_000, 12];
  const writer = createDiskStorage(root);
  const path = join(root, 'x/.0.pack');
  const ends: number[] = [];
  for (const [i, size] of sizes.entries()) {
    await writer.append([{ key: `x/0/${i}`, chunks: [Buffer.alloc(size, i + 1)] }]);
    ends.push((await readFile(path)).length);
  }
  const pack = await readFile(path);
  const damage = fc.record({
    at: fc.integer({ min: 0, max: pack.length - 1 }),
    near: fc.constantFrom(...ends, null),
    bits: fc.integer({ min: 0, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, near, bits }) => {
      // Headers are small, so few random positions would be in them.
      const place = near === null ? at : (near + (at % 32)) % pack.length;
      const damaged = Buffer.from(pack);
      damaged[place] = (damaged[place] ?? 0) ^ bits;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bits === 0 ? pack.subarray(0, place) : damaged);
      const storage = createDiskStorage(root);
      const listed = await keysOf(storage);
      const intact = ends.flatMap((end, i) => (end <= place ? [`x/0/${i}`] : []));
      expect(listed.slice(0, intact.length)).toEqual(intact);
      if (bits === 0) expect(listed).toEqual(intact);
      await storage.append([{ key: 'x/0/new', chunks: [Buffer.from('new')] }]);
      const reader = createDiskStorage(root);
      for (const i of intact.keys())
        expect(await textOf(reader, `x/0/${i}`)).toBe(Buffer.alloc(sizes[i] ?? 0, i + 1).toString());
      expect(await textOf(reader, 'x/0/new')).toBe('new');
    }),
    { numRuns: 40 },
  );
});
