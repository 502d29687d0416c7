/** Limits attempts with passwords, codes and links, across all processes. */
import type { SharedState } from '#platform/shared-state/index.ts';
import { identityErrors } from '../identity.errors.ts';

export interface Rule {
  /** Seconds. */
  readonly window: number;
  readonly max: number;
}

/** Has the shape of better-auth's rate limit storage. */
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

/** Attempts to prove one's identity, by password or code, per account. */
export const PROOF_LIMIT: Rule = { window: 900, max: 30 };

/** @throws AppError `too_many_attempts` */
export async function limitAttempts(attempts: Attempts, key: string, rule: Rule): Promise<void> {
  const { allowed, retryAfter } = await attempts.consume(key, rule);
  if (!allowed) throw identityErrors.too_many_attempts({ retryAfterSeconds: retryAfter ?? 60 });
}
