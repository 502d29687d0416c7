import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DiskSpace } from '../../disk/index.ts';
import { diskUnwritable, isUnwritable } from '../../errors.ts';
import {
  checkFolder,
  checkKey,
  checkLimit,
  checkRange,
  isKey,
  type ObjectSource,
  RangeNotSatisfiableError,
  STORAGE_LIST_LIMIT,
  type Storage,
} from '../storage.ts';
import { DiskObject } from './disk-object.ts';
import { missingAsNull } from './missing.ts';
import { type OpenObject, Packs, packedFolder } from './packs.ts';

/** Writes bytes in memory without copying them, as a recorder does for every segment. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const byteLength = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten < byteLength) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

interface Found {
  readonly key: string;
  readonly size: number | undefined;
}

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Stores objects below one directory: put ones as files, and appended ones in packs.
 * @param root an absolute path, without a slash at its end
 * @param diskSpace the space on its disk
 */
export function createDiskStorage(root: string, diskSpace: Pick<DiskSpace, 'check'> | null = null): Storage {
  const pathOf = (key: string) => join(root, checkKey(key));
  const packs = new Packs();

  /** Creates a file, and its folder if it is missing. A concurrent `delete` may find the folder empty and remove it. */
  async function inFolder<T>(path: string, create: () => Promise<T>): Promise<T> {
    for (let attempts = 5; ; attempts -= 1) {
      try {
        return await create();
      } catch (error) {
        if (attempts === 0) throw error;
        missingAsNull(error);
        await mkdir(dirname(path), { recursive: true });
      }
    }
  }

  async function removeEmptyFolders(lowest: string): Promise<void> {
    for (let folder = lowest; folder !== root; folder = dirname(folder)) {
      const isGone = await rmdir(folder).then(
        () => true,
        // The folders of packed objects exist only in their keys.
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
      );
      if (!isGone) return;
    }
  }

  function write(file: FileHandle, source: ObjectSource): Promise<void> {
    if (Symbol.asyncIterator in source) return file.writeFile(whileThereIsRoom(source));
    return writeAll(file, source instanceof Uint8Array ? [source] : source);
  }

  /** Stops a long write as soon as the disk is nearly full, because PostgreSQL needs the rest. */
  async function* whileThereIsRoom(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      diskSpace?.check();
      yield chunk;
    }
  }

  /** Opens an object that is a file. */
  async function openFile(path: string): Promise<OpenObject | null> {
    const file = await open(path).catch(missingAsNull);
    if (file === null) return null;
    try {
      const stats = await file.stat();
      if (stats.isFile()) return { file, start: 0, size: stats.size };
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
    return null;
  }

  /**
   * Lists the objects of a folder in byte order of their keys, from the first one after `after`. Packed objects come
   * with their sizes.
   * @param folder empty, or with a slash at its end
   * @param isPacked whether some of them are in a pack
   */
  async function* walk(
    folder: string,
    prefix: string,
    after: string,
    isPacked = false,
  ): AsyncGenerator<Found> {
    const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(missingAsNull)) ?? [];
    const packed = isPacked ? await packs.list(join(root, folder)) : NONE;
    // A folder sorts by the slash that follows its name in the keys of its files.
    const folders = new Set(entries.map(({ name }) => packedFolder(name)).filter((name) => name !== null));
    const names = new Set([
      ...entries.map((entry) => entry.name + (entry.isDirectory() ? '/' : '')),
      ...[...folders].map((name) => `${name}/`),
      ...packed.keys(),
    ]);
    for (const name of [...names].sort()) {
      const key = folder + name;
      if (!name.endsWith('/')) {
        // Files that are being written and packs have names that no key has.
        if (isKey(key) && key.startsWith(prefix) && key > after) yield { key, size: packed.get(name) };
      } else if (key.startsWith(prefix) || prefix.startsWith(key)) {
        if (key > after || after.startsWith(key))
          yield* walk(key, prefix, after, folders.has(name.slice(0, -1)));
      }
    }
  }

  return {
    async put(key, source) {
      diskSpace?.check();
      const path = pathOf(key);
      const partial = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
      try {
        const file = await inFolder(partial, () => open(partial, 'wx'));
        try {
          await write(file, source);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw isUnwritable(error) ? diskUnwritable(error) : error;
      }
    },
    async append(objects) {
      diskSpace?.check();
      const folder = join(root, checkFolder(objects));
      const packed = objects.map(({ key, chunks }) => ({ name: basename(key), chunks }));
      try {
        await inFolder(folder, () => packs.append(folder, packed));
      } catch (error) {
        await removeEmptyFolders(folder);
        throw isUnwritable(error) ? diskUnwritable(error) : error;
      }
    },
    async get(key, range) {
      const path = pathOf(key);
      if (range) checkRange(range);
      const object = (packs.has(path) ? null : await openFile(path)) ?? (await packs.open(path));
      if (object === null) return null;
      const { file, size } = object;
      if (size === 0 || (range && range.start >= size)) await file.close();
      if (range && range.start >= size) throw new RangeNotSatisfiableError(key, range, size);
      return new DiskObject(key, object, range ?? null);
    },
    async list(prefix, cursor = null, limit = STORAGE_LIST_LIMIT) {
      checkLimit(limit);
      const objects: { key: string; byteLength: number }[] = [];
      for await (const { key, size } of walk('', prefix, cursor ?? '')) {
        if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null };
        const byteLength = size ?? (await stat(join(root, key)).catch(missingAsNull))?.size;
        if (byteLength !== undefined) objects.push({ key, byteLength });
      }
      return { objects, cursor: null };
    },
    async delete(key) {
      const path = pathOf(key);
      if (!packs.has(path)) await unlink(path).catch(missingAsNull);
      if (await packs.delete(path)) await removeEmptyFolders(dirname(path));
    },
  };
}
