/**
 * Small, losable state that several processes of an instance share: counters within a window, and values that expire.
 * State that must survive belongs in PostgreSQL.
 */

export interface Counter {
  readonly count: number;
  /** The time until the counter starts at zero again. */
  readonly expiresInMs: number;
}

export interface ExpiringValue {
  readonly value: string;
  readonly expiresInMs: number;
}

/**
 * Keys and values of one purpose. Every operation is atomic. A counter is a value that holds a decimal
 * number: `get` reads it and `delete` resets it. Times to live are positive milliseconds.
 */
export interface ExpiringStore {
  /** Adds `by` (an integer) to a counter. The first increment starts its window; later ones do not extend it. */
  increment(key: string, windowMs: number, by?: number): Promise<Counter>;
  /** @returns null if there is no value, or it has expired */
  get(key: string): Promise<ExpiringValue | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets a value like `set`.
   * @returns the value that it replaces; null if there was none
   */
  swap(key: string, value: string, ttlMs: number): Promise<string | null>;
  /** @returns true if there was no value, so that `value` is set */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Gives an existing value a new time to live; does nothing if there is none. */
  extend(key: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface SharedState {
  /**
   * The store with this name, such as `sign-in-attempts`, in every process. Stores do not displace each other's entries
   * when memory is bounded.
   */
  store(name: string): ExpiringStore;
  close(): Promise<void>;
}
