/** Files that features keep: images and recordings. */
import { posix } from 'node:path';
import type { Readable } from 'node:stream';

/** The maximum number of keys that one call of `list` returns (specification, section 9). */
export const STORAGE_LIST_LIMIT = 100;

/**
 * Byte offsets, both inclusive (RFC 9110, section 14.1.2). Without `end`, the range extends to the end of the object.
 */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * An object that holds a file or a connection. Its stream must be read to the end or destroyed, unless `bytes` is
 * called.
 */
export interface StoredObject {
  /** The object's bytes, or those of the range. */
  readonly stream: Readable;
  /** Reads what `stream` would yield into memory, at less cost. Only one of the two can be used. */
  bytes(): Promise<Buffer>;
  /** The size of the whole object, in bytes. */
  readonly size: number;
  /** The range that is read, cut to the object's size; null for the whole object. */
  readonly range: Required<ByteRange> | null;
  /** The content type by the key's extension; null for an unknown one. */
  readonly contentType: string | null;
}

/** The bytes of an object, in one or more pieces. */
export type ObjectSource = Uint8Array | readonly Uint8Array[] | AsyncIterable<Uint8Array>;

/** An object in memory. */
export interface NewObject {
  readonly key: string;
  readonly chunks: readonly Uint8Array[];
}

export interface ObjectPage {
  readonly objects: readonly { readonly key: string; readonly byteLength: number }[];
  /** The cursor of the next page; null at the end. */
  readonly cursor: string | null;
}

/**
 * Keys are `folder/name` or deeper, made of letters, digits, dots, hyphens and underscores. No key is a folder of
 * another one. Every method throws RangeError for a key that breaks these rules, and AppError `storage_unavailable` or
 * `disk_unwritable` if the store fails.
 */
export interface Storage {
  /**
   * Stores an object in place of the previous one. Readers see the old object or the new one, never a part. When
   * `source` fails, its error is thrown and nothing is stored. Memory is bounded, whatever the object's size.
   */
  put(key: string, source: ObjectSource): Promise<void>;
  /**
   * Adds objects to a folder that grows and is deleted whole, such as the segments of a recording, at less cost than
   * `put`; objects that are stored together cost the least. They are durable when the promise resolves, and read,
   * listed and deleted like any other; if it rejects, some of them may be stored. A key is always put or always
   * appended, and one process at a time appends to a folder.
   * @throws RangeError also for objects of several folders
   */
  append(objects: readonly NewObject[]): Promise<void>;
  /**
   * @returns null if there is no such object
   * @throws RangeNotSatisfiableError when the range starts at or beyond the object's end
   */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /**
   * Lists objects whose keys start with `prefix`, in ascending byte order. A key that exists throughout a walk over all
   * pages is returned exactly once, whatever is put and deleted in the meantime.
   * @param cursor the cursor of the previous page; null for the first
   * @param limit 1 to STORAGE_LIST_LIMIT
   */
  list(prefix: string, cursor?: string | null, limit?: number): Promise<ObjectPage>;
  /** Deletes an object. Succeeds if there is none. */
  delete(key: string): Promise<void>;
  /** A URL that reads the object without credentials until it expires, if the store supports that. */
  signedUrl?(key: string, expiresInSeconds: number): Promise<string>;
}

export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';
  /** The size of the whole object in bytes, for `Content-Range: bytes * /size`. */
  readonly size: number;

  constructor(key: string, { start }: ByteRange, size: number) {
    super(`The range of ${key} starts at byte ${start}, but the object has ${size} bytes.`);
    this.size = size;
  }
}

const KEY = /^(?:[a-z0-9][a-z0-9._-]*\/)+[a-z0-9][a-z0-9._-]*$/i;

export const isKey = (text: string): boolean => KEY.test(text) && !text.includes('..');

/** @throws RangeError for a key that could name a file outside the store */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new RangeError(`Storage key ${JSON.stringify(key)} is not of the form folder/name.`);
  return key;
}

/**
 * @returns the folder of the objects, without a slash at its end
 * @throws RangeError if they are not in one folder
 */
export function checkFolder(objects: readonly NewObject[]): string {
  const folders = new Set(objects.map(({ key }) => posix.dirname(checkKey(key))));
  const [folder] = folders;
  if (folder === undefined || folders.size > 1)
    throw new RangeError(
      `Objects to append are of ${folders.size} folders instead of one: ${[...folders].join(', ')}.`,
    );
  return folder;
}

/** @throws RangeError for a range that is not two ascending offsets */
export function checkRange({ start, end = start }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Byte range ${start} to ${end} is not two ascending offsets.`);
  }
}

/** @throws RangeError for a limit outside 1 to STORAGE_LIST_LIMIT */
export function checkLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > STORAGE_LIST_LIMIT) {
    throw new RangeError(`List limit ${limit} is not between 1 and ${STORAGE_LIST_LIMIT}.`);
  }
  return limit;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  m4s: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
};

export const contentTypeOf = (key: string): string | null =>
  CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? null;
