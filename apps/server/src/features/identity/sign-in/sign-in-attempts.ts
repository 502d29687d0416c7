/** How often an address may try, counted in this process's memory. */

export interface Rule {
  /** Seconds. */
  readonly window: number;
  readonly max: number;
}

export interface Attempts {
  /** Counts one attempt, unless the rule's number is used up. @returns seconds to wait in `retryAfter` */
  consume(key: string, rule: Rule): Promise<{ allowed: boolean; retryAfter: number | null }>;
}

/** The longest known are forgotten first: memory is bounded whoever comes from wherever. */
const MOST_KEYS = 50_000;

/** @param now milliseconds of a clock that does not jump */
export function createAttempts(now: () => number = () => performance.now()): Attempts {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  return {
    consume: async (key, { window, max }) => {
      const known = windows.get(key);
      if (known && known.endsAt > now()) {
        if (known.count >= max) {
          return { allowed: false, retryAfter: Math.ceil((known.endsAt - now()) / 1000) };
        }
        known.count++;
        return { allowed: true, retryAfter: null };
      }
      windows.delete(key);
      windows.set(key, { endsAt: now() + window * 1000, count: 1 });
      for (const oldest of windows.keys()) {
        if (windows.size <= MOST_KEYS) break;
        windows.delete(oldest);
      }
      return { allowed: true, retryAfter: null };
    },
  };
}
