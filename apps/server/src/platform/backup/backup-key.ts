/** The key that encrypts a backup, and the keys that are derived from it. */
import { createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

export interface BackupKey {
  /** Names the key in manifests. The key does not follow from it. */
  readonly id: string;
  /**
   * The key of one object (HKDF-SHA256, RFC 5869).
   * @param salt random bytes that are stored with the object
   * @param name the object's name, so that an object in place of another one cannot be read
   */
  objectKey(salt: Uint8Array, name: string): Buffer;
  /** The HMAC-SHA256 of a manifest, in hexadecimal digits. */
  authenticate(manifest: string): string;
}

/** 32 random bytes have 44 characters in base64 and 64 in hexadecimal digits. */
const MIN_CHARACTERS = 32;

/** @param path null for a backup that is not encrypted. @throws BackupError for a missing or short key */
export async function readBackupKey(path: string | null): Promise<BackupKey | null> {
  if (path === null) return null;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      `The key file ${path} cannot be read (${error.code}). Check BACKUP_KEY_FILE or --key-file.`,
    );
  });
  return backupKey(text.trim(), path);
}

/**
 * The text is used as it is, since it is random: no function that slows down guessing stretches it.
 * @param path names the file in the error
 */
export function backupKey(text: string, path: string): BackupKey {
  if (text.length < MIN_CHARACTERS) {
    throw new BackupError(
      `The key file ${path} has ${text.length} characters, and a key has at least ${MIN_CHARACTERS} random ones. Make one: openssl rand -base64 32.`,
    );
  }
  const derive = (salt: Uint8Array, purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', text, salt, `tributary backup ${purpose}`, length));
  const none = new Uint8Array();
  const manifestKey = derive(none, 'manifest', 32);
  return {
    id: derive(none, 'key id', 8).toString('hex'),
    objectKey: (salt, name) => derive(salt, `object ${name}`, 32),
    authenticate: (manifest) => createHmac('sha256', manifestKey).update(manifest).digest('hex'),
  };
}
