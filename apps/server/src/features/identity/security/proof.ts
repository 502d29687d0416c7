/** Confirms the person behind a session before a sensitive change. */
import type { Caller } from '#platform/caller.ts';
import type { Accounts } from '../account/account.service.ts';
import { type AttemptLimit, type AttemptLimiter, PROOF_LIMIT } from '../attempts/attempt-limiter.ts';
import type { AuthCall, CallAuth } from '../auth/auth-call.ts';
import { identityErrors } from '../identity.errors.ts';

export interface Proof {
  readonly password?: string | undefined;
  /** A code of the authenticator app, if the endpoint accepts one. */
  readonly code?: string | undefined;
}

/**
 * Confirms the caller by password, or by a code of the authenticator app. An account with neither confirms by a recent
 * sign-in.
 * @throws AppError `password_wrong`, `sign_in_again`, `too_many_attempts`, and the errors for a wrong code
 */
export type Prove = (http: AuthCall, caller: Caller, proof: Proof) => Promise<void>;

/** A code has only six digits, so few attempts are allowed. */
const CODE_LIMIT: AttemptLimit = { window: 900, max: 5 };

export function createProve(call: CallAuth, limiter: AttemptLimiter, accounts: Accounts): Prove {
  return async (http, caller, { password, code }) => {
    if (code === undefined) {
      await limiter.limit(`proof:${caller.userId}`, PROOF_LIMIT);
      return accounts.prove(caller, password);
    }
    await limiter.limit(`code proof:${caller.userId}`, CODE_LIMIT);
    // Without this check, a code would complete a setup of the app that has only begun.
    if (!(await accounts.hasTwoFactor(caller.userId))) throw identityErrors.no_authenticator();
    await call(http, 'POST', '/two-factor/verify-totp', { code });
  };
}
