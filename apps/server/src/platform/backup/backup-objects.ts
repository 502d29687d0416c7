/** The objects of one place, encrypted if there is a key. Every object is hashed as it is written and read. */
import { createHash } from 'node:crypto';
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';
import { type Bytes, decryptChunks, encryptChunks } from './encrypted-chunks.ts';
import type { StoredObjectEntry } from './manifest.ts';

export interface BackupObjects {
  /** @returns the length and the hash of the bytes before encryption */
  put(name: string, source: Bytes): Promise<StoredObjectEntry>;
  /**
   * Reads an object. Its length and hash are compared at the end, so that whoever uses the bytes waits for the end.
   * @throws BackupError for an object that is missing, changed or cut off
   */
  read(name: string, expected: StoredObjectEntry): AsyncGenerator<Uint8Array>;
}

export function createBackupObjects(place: Storage, key: BackupKey | null): BackupObjects {
  return {
    async put(name, source) {
      const hash = createHash('sha256');
      let byteLength = 0;
      async function* measured(): AsyncGenerator<Uint8Array> {
        for await (const bytes of source) {
          hash.update(bytes);
          byteLength += bytes.length;
          yield bytes;
        }
      }
      await place.put(name, key ? encryptChunks(measured(), key, name) : measured());
      return { byteLength, sha256: hash.digest('hex') };
    },
    async *read(name, expected) {
      const object = await place.get(name);
      if (object === null) {
        throw new BackupError(
          `The backup is incomplete: ${name} (${expected.byteLength} bytes) is missing. Use another backup.`,
        );
      }
      const hash = createHash('sha256');
      let byteLength = 0;
      for await (const bytes of key ? decryptChunks(object.stream, key, name) : object.stream) {
        hash.update(bytes);
        byteLength += bytes.length;
        yield bytes;
      }
      if (byteLength !== expected.byteLength) {
        throw new BackupError(
          `The backup is damaged: ${name} has ${byteLength} bytes, expected ${expected.byteLength}. Use another backup.`,
        );
      }
      const sha256 = hash.digest('hex');
      if (sha256 !== expected.sha256) {
        throw new BackupError(
          `The backup is damaged: ${name} has the SHA-256 ${sha256}, expected ${expected.sha256}. Use another backup.`,
        );
      }
    },
  };
}

/** Reads all bytes, for small objects. */
export async function readAll(source: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of source) chunks.push(bytes);
  return Buffer.concat(chunks);
}
