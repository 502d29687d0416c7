import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DiskSpace } from '../disk/index.ts';
import { diskUnwritable, isUnwritable } from '../errors.ts';
import {
  checkKey,
  checkLimit,
  checkRange,
  contentTypeOf,
  isKey,
  type ObjectSource,
  RangeNotSatisfiableError,
  STORAGE_LIST_LIMIT,
  type Storage,
} from './storage.ts';

/** There is no such file, the key's folder is a file, or the key is a folder (EPERM on macOS). */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EPERM'];

function missingAsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING.includes(String(error.code))) return null;
  throw error;
}

/** Writes bytes that are in memory without copying them: a recorder does this for every segment. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const byteLength = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten < byteLength) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** Stores objects as files below one directory. @param root absolute, without a slash at its end @param diskSpace of its disk */
export function createDiskStorage(root: string, diskSpace: Pick<DiskSpace, 'check'> | null = null): Storage {
  const pathOf = (key: string) => join(root, checkKey(key));

  /** Creates a file and its folder, which a concurrent `delete` may find empty, and remove. */
  async function create(path: string): Promise<FileHandle> {
    for (let attempts = 5; ; attempts -= 1) {
      try {
        return await open(path, 'wx');
      } catch (error) {
        if (attempts === 0) throw error;
        missingAsNull(error);
        await mkdir(dirname(path), { recursive: true });
      }
    }
  }

  async function removeEmptyFolders(path: string): Promise<void> {
    for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
      const isRemoved = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  function write(file: FileHandle, source: ObjectSource): Promise<void> {
    if (Symbol.asyncIterator in source) return file.writeFile(whileThereIsRoom(source));
    return writeAll(file, source instanceof Uint8Array ? [source] : source);
  }

  /** Stops a long write as soon as the disk is nearly full: PostgreSQL needs the rest. */
  async function* whileThereIsRoom(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      diskSpace?.check();
      yield chunk;
    }
  }

  /**
   * Keys of a folder in byte order, from the first one behind `after`.
   * @param folder empty, or with a slash at its end
   */
  async function* walk(folder: string, prefix: string, after: string): AsyncGenerator<string> {
    const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(missingAsNull)) ?? [];
    // A folder sorts by the slash that follows its name in the keys of its files.
    const names = entries.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : '')).sort();
    for (const name of names) {
      if (!name.endsWith('/')) {
        // A file that is being written has a name that no key has.
        if (isKey(name) && name.startsWith(prefix) && name > after) yield name;
      } else if (name.startsWith(prefix) || prefix.startsWith(name)) {
        if (name > after || after.startsWith(name)) yield* walk(name, prefix, after);
      }
    }
  }

  return {
    async put(key, source) {
      diskSpace?.check();
      const path = pathOf(key);
      const partial = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
      try {
        const file = await create(partial);
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
    async get(key, range) {
      const path = pathOf(key);
      if (range) checkRange(range);
      const file = await open(path).catch(missingAsNull);
      if (file === null) return null;
      try {
        const stats = await file.stat();
        if (stats.isFile()) {
          const { size } = stats;
          if (range && range.start >= size) throw new RangeNotSatisfiableError(key, range, size);
          const cut = range ? { start: range.start, end: Math.min(range.end ?? size, size - 1) } : null;
          return {
            stream: file.createReadStream(cut ?? {}),
            size,
            range: cut,
            contentType: contentTypeOf(key),
          };
        }
      } catch (error) {
        await file.close();
        throw error;
      }
      await file.close();
      return null;
    },
    async list(prefix, cursor = null, limit = STORAGE_LIST_LIMIT) {
      checkLimit(limit);
      const objects: { key: string; byteLength: number }[] = [];
      for await (const key of walk('', prefix, cursor ?? '')) {
        if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null };
        const stats = await stat(join(root, key)).catch(missingAsNull);
        if (stats !== null) objects.push({ key, byteLength: stats.size });
      }
      return { objects, cursor: null };
    },
    async delete(key) {
      const path = pathOf(key);
      await unlink(path).catch(missingAsNull);
      await removeEmptyFolders(path);
    },
  };
}
