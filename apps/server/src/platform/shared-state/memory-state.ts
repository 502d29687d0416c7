import type { ExpiringStore, SharedState } from './shared-state.ts';

/** The number of entries of one store. When it is full, the oldest entry is removed. */
const MAX_ENTRIES = 50_000;
const PURGE_EVERY_MS = 60_000;

interface Entry {
  value: string;
  expiresAt: number;
}

/**
 * State in the memory of this process only.
 * @param now a monotonic clock in milliseconds
 */
export function createMemoryState(now: () => number = () => performance.now()): SharedState {
  const stores = new Map<string, Map<string, Entry>>();

  const timer = setInterval(() => {
    for (const entries of stores.values()) {
      for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key);
    }
  }, PURGE_EVERY_MS).unref();

  function store(name: string): ExpiringStore {
    const entries = stores.get(name) ?? new Map<string, Entry>();
    stores.set(name, entries);

    function find(key: string): Entry | null {
      const entry = entries.get(key);
      return entry && entry.expiresAt > now() ? entry : null;
    }

    function put(key: string, value: string, ttlMs: number): Entry {
      const entry = { value, expiresAt: now() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
      return entry;
    }

    return {
      async increment(key, windowMs, by = 1) {
        const entry = find(key) ?? put(key, '0', windowMs);
        entry.value = String(Number(entry.value) + by);
        return { count: Number(entry.value), expiresInMs: entry.expiresAt - now() };
      },
      async get(key) {
        const entry = find(key);
        return entry && { value: entry.value, expiresInMs: entry.expiresAt - now() };
      },
      async set(key, value, ttlMs) {
        put(key, value, ttlMs);
      },
      async swap(key, value, ttlMs) {
        const before = find(key)?.value ?? null;
        put(key, value, ttlMs);
        return before;
      },
      async setIfAbsent(key, value, ttlMs) {
        if (find(key)) return false;
        put(key, value, ttlMs);
        return true;
      },
      async extend(key, ttlMs) {
        const entry = find(key);
        if (entry) entry.expiresAt = now() + ttlMs;
      },
      async delete(key) {
        entries.delete(key);
      },
    };
  }

  return { store, close: async () => clearInterval(timer) };
}
