import type { Storage } from './storage.ts';

/** Objects that were not read for this long leave memory. */
const IDLE_MS = 60_000;
const CHECK_MS = 15_000;

/** Larger objects are read as streams, since they would displace many others. */
const MAX_OBJECT_BYTES = 4 * 1024 ** 2;

export interface ObjectCacheOptions {
  /** The limit for all objects together, those that are being read included. */
  readonly maxBytes: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface Entry {
  readonly bytes: Buffer;
  usedAtMs: number;
}

/**
 * Keeps immutable objects in memory while they are read again and again. Each is read from the storage once for all
 * concurrent requests. The least recently used ones make room, and all leave memory once they are no longer requested.
 */
export class ObjectCache {
  readonly #storage: Pick<Storage, 'get'>;
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** The objects, the least recently used one first. */
  readonly #entries = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<Buffer | null | undefined>>();
  #heldBytes = 0;
  #readingBytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    storage: Pick<Storage, 'get'>,
    { maxBytes, now = () => performance.now() }: ObjectCacheOptions,
  ) {
    this.#storage = storage;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The size of the objects in memory. */
  get byteLength(): number {
    return this.#heldBytes;
  }

  /** The object, if it is in memory. */
  find(key: string): Buffer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const now = this.#now();
    // The order need not be exact within a second.
    if (now - entry.usedAtMs > 1_000) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      entry.usedAtMs = now;
    }
    return entry.bytes;
  }

  /**
   * @returns null if there is no such object, undefined if it is too large for the available room
   * @throws the errors of the storage
   */
  async read(key: string): Promise<Buffer | null | undefined> {
    const found = this.find(key) ?? this.#reading.get(key);
    if (found !== undefined) return found;
    const reading = this.#load(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  /** Drops the objects whose keys start with `prefix`, because they are deleted. */
  drop(prefix: string): void {
    for (const [key, { bytes }] of this.#entries) if (key.startsWith(prefix)) this.#remove(key, bytes);
  }

  /** Drops the objects that were not read for a minute. */
  sweep(): void {
    const since = this.#now() - IDLE_MS;
    for (const [key, { bytes, usedAtMs }] of this.#entries) {
      if (usedAtMs > since) break;
      this.#remove(key, bytes);
    }
    if (this.#entries.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #load(key: string): Promise<Buffer | null | undefined> {
    const object = await this.#storage.get(key);
    if (object === null) return null;
    const { size } = object;
    if (size > MAX_OBJECT_BYTES || this.#readingBytes + size > this.#maxBytes) {
      object.stream.destroy();
      return undefined;
    }
    this.#readingBytes += size;
    this.#makeRoom();
    let bytes: Buffer;
    try {
      bytes = await object.bytes();
    } finally {
      this.#readingBytes -= size;
    }
    this.#heldBytes += bytes.byteLength;
    this.#entries.set(key, { bytes, usedAtMs: this.#now() });
    this.#timer ??= setInterval(() => this.sweep(), CHECK_MS).unref();
    return bytes;
  }

  #makeRoom(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#heldBytes + this.#readingBytes <= this.#maxBytes) return;
      this.#remove(key, bytes);
    }
  }

  #remove(key: string, bytes: Buffer): void {
    this.#entries.delete(key);
    this.#heldBytes -= bytes.byteLength;
  }
}
