/** Limits how often somebody may try a password, a code or a link, across all processes. */
import type { SharedState } from '#platform/shared-state/index.ts';

export interface Rule {
  /** Seconds. */
  readonly window: number;
  readonly max: number;
}

/** What the sign-in library takes as its rate limit storage. */
export interface Attempts {
  /** Counts an attempt. @returns `retryAfter` in seconds when the rule does not allow it */
  consume(key: string, rule: Rule): Promise<{ allowed: boolean; retryAfter: number | null }>;
}

export function createAttempts(sharedState: SharedState): Attempts {
  const counters = sharedState.store('sign-in-attempts');
  return {
    async consume(key, { window, max }) {
      const { count, expiresInMs } = await counters.increment(key, window * 1000);
      if (count <= max) return { allowed: true, retryAfter: null };
      return { allowed: false, retryAfter: Math.ceil(expiresInMs / 1000) };
    },
  };
}
