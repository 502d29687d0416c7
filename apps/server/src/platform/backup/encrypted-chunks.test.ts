import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { backupKey } from './backup-key.ts';
import { readAll } from './backup-objects.ts';
import { decryptChunks, encryptChunks } from './encrypted-chunks.ts';

const key = backupKey('k'.repeat(44), 'test.key');
const CHUNK = 64 * 1024;

async function* pieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const encrypt = (bytes: Buffer, name = 'data/a') => readAll(encryptChunks(pieces(bytes, 10_000), key, name));
const decrypt = (bytes: Buffer, name = 'data/a') => readAll(decryptChunks(pieces(bytes, 7_000), key, name));

it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  'decrypts what it encrypted: %i bytes',
  async (length) => {
    const bytes = randomBytes(length);
    expect((await decrypt(await encrypt(bytes))).equals(bytes)).toBe(true);
  },
);

it('refuses an object that was changed, cut off at any place, extended or renamed', async () => {
  const encrypted = await encrypt(randomBytes(3 * CHUNK));
  for (const at of [0, 20, 100, CHUNK + 100, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(decrypt(changed), `byte ${at}`).rejects.toThrow('is damaged');
  }
  for (const length of [0, 10, 36, 40, 36 + CHUNK + 16, 36 + 2 * (CHUNK + 16), encrypted.length - 1]) {
    await expect(decrypt(encrypted.subarray(0, length)), `${length} bytes`).rejects.toThrow(
      /damaged|incomplete/,
    );
  }
  await expect(decrypt(Buffer.concat([encrypted, Buffer.alloc(100)]))).rejects.toThrow('is damaged');
  await expect(decrypt(encrypted, 'data/b')).rejects.toThrow('is damaged');
});

it('refuses a key that is too short, with its length', () => {
  expect(() => backupKey('short', 'a.key')).toThrow('The key file a.key has 5 characters');
});
