/**
 * Encrypts a stream in chunks of 64 KiB, each authenticated (AES-256-GCM). The nonce of a chunk contains its number and
 * whether it is the last one, so that chunks that are left out, added or moved are noticed (the STREAM construction of
 * Hoang, Reyhanitabar, Rogaway and Vizár). An object begins with a mark and the salt of its key, so no two objects have
 * the same key and nonce.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';

const MARK = Buffer.from('TBK1');
const SALT_BYTES = 32;
const HEADER_BYTES = MARK.length + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export type Bytes = AsyncIterable<Uint8Array>;

export async function* encryptChunks(source: Bytes, key: BackupKey, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const objectKey = key.objectKey(salt, name);
  yield Buffer.concat([MARK, salt]);
  let number = 0;
  for await (const { bytes, isLast } of piecesOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, objectKey, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** @throws BackupError for an object that was changed, cut off, or encrypted with another key */
export async function* decryptChunks(source: Bytes, key: BackupKey, name: string): AsyncGenerator<Buffer> {
  let objectKey: Buffer | null = null;
  let number = 0;
  for await (const { bytes, isLast } of piecesOf(source, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
    if (objectKey === null) {
      if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MARK.length).equals(MARK)) {
        throw new BackupError(`${name} is damaged: it does not begin like an encrypted object.`);
      }
      objectKey = key.objectKey(bytes.subarray(MARK.length), name);
      if (isLast) throw new BackupError(`${name} is incomplete: it ends after its header.`);
      continue;
    }
    if (bytes.length < TAG_BYTES) throw new BackupError(`${name} is incomplete: it ends in chunk ${number}.`);
    const decipher = createDecipheriv(CIPHER, objectKey, nonceOf(number, isLast));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new BackupError(
        `${name} is damaged: chunk ${number}, at byte ${number * CHUNK_BYTES}, was changed or cut off.`,
        { cause },
      );
    }
    number += 1;
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = Number(isLast);
  return nonce;
}

/**
 * Cuts a stream into pieces of the same length. The last one may be shorter, or empty in an empty stream.
 * @param firstLength the length of the first piece, if it differs
 */
async function* piecesOf(
  source: Bytes,
  length: number,
  firstLength = length,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let next = firstLength;
  for await (const bytes of source) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    // A piece that ends with the stream is the last one, so it is held until more bytes come.
    if (waitingBytes <= next) continue;
    let all = Buffer.concat(waiting);
    while (all.length > next) {
      yield { bytes: all.subarray(0, next), isLast: false };
      all = all.subarray(next);
      next = length;
    }
    waiting = [all];
    waitingBytes = all.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
