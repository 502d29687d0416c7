import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DiskRoom } from '../disk/index.ts';
import { diskUnwritable, isUnwritable } from '../errors.ts';
import { checkKey, type Storage } from './storage.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Files below one directory of the instance. @param root absolute @param room of its disk */
export function createDiskStorage(root: string, room: Pick<DiskRoom, 'check'> | null = null): Storage {
  const pathOf = (key: string) => join(root, checkKey(key));
  return {
    async put(key, bytes) {
      room?.check();
      const path = pathOf(key);
      const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(partial, bytes);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw isUnwritable(error) ? diskUnwritable(error) : error;
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}
