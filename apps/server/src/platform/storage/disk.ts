import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkKey, type Storage } from './storage.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Files below one directory of the instance. @param root absolute */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkKey(key));
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(partial, bytes);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
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
