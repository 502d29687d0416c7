export interface ShortCacheOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Shares a value between all requests within a short time, so that many requests cause one read. */
export class ShortCache<T> {
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, { readonly value: Promise<T>; readonly expiresAtMs: number }>();

  constructor({ ttlMs, maxEntries, now = () => performance.now() }: ShortCacheOptions) {
    this.#ttlMs = ttlMs;
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  /**
   * Returns the cached value or the result of `read`. A failure is shared by the requests that wait for it, and not
   * kept.
   */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined && known.expiresAtMs > this.#now()) return known.value;
    const entry = { value: read(), expiresAtMs: this.#now() + this.#ttlMs };
    // Deletes the key first, so that it moves to the end and the oldest entry comes first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return entry.value;
  }

  /** Drops a key, so that the next request reads it again. A read that has begun is not kept. */
  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Drops all keys. Reads that have begun are not kept. */
  clear(): void {
    this.#entries.clear();
  }
}
