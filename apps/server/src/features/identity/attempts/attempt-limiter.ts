/** Limits attempts with passwords, codes and mails, across all processes. */
import type { SharedState } from '#platform/shared-state/index.ts';
import { identityErrors } from '../identity.errors.ts';

export interface AttemptLimit {
  /** The length of the window in seconds. */
  readonly window: number;
  readonly max: number;
}

export interface AttemptLimiter {
  /**
   * Counts an attempt. Has the shape of better-auth's rate limit storage.
   * @returns `retryAfter` in seconds when the limit refuses it
   */
  consume(key: string, limit: AttemptLimit): Promise<{ allowed: boolean; retryAfter: number | null }>;
  /** Counts an attempt. @throws AppError `too_many_attempts` */
  limit(key: string, limit: AttemptLimit): Promise<void>;
  /** Removes an attempt from the count that turned out not to matter. */
  takeBack(key: string, limit: AttemptLimit): Promise<void>;
}

/** Attempts to prove one's identity, by password or code, per signed-in account. */
export const PROOF_LIMIT: AttemptLimit = { window: 900, max: 30 };

export function createAttemptLimiter(sharedState: SharedState): AttemptLimiter {
  const counters = sharedState.store('sign-in-attempts');

  const consume: AttemptLimiter['consume'] = async (key, { window, max }) => {
    const { count, expiresInMs } = await counters.increment(key, window * 1000);
    if (count <= max) return { allowed: true, retryAfter: null };
    return { allowed: false, retryAfter: Math.ceil(expiresInMs / 1000) };
  };

  return {
    consume,
    async limit(key, limit) {
      const { allowed, retryAfter } = await consume(key, limit);
      if (!allowed) throw identityErrors.too_many_attempts({ retryAfterSeconds: retryAfter ?? 60 });
    },
    takeBack: async (key, { window }) => void (await counters.increment(key, window * 1000, -1)),
  };
}
