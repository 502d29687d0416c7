/** The outcome of a sign-in, and how often it may be attempted. */
import type { SignInState } from '@tributary/contracts';
import { z } from 'zod';
import type { Caller } from '#platform/caller.ts';
import type { AuthAnswer } from '../auth/auth-call.ts';
import { identityErrors } from '../identity.errors.ts';
import type { Attempts, Rule } from './sign-in-attempts.ts';

/** Attempts to guess passwords and codes of one account. */
export const GUESSES_AT_ONE: Rule = { window: 900, max: 30 };

/** Signs in and ends the session that the browser had before (OWASP ASVS 5.0, 7.2.4). */
export type ReplaceSession = (
  findCaller: () => Promise<Caller | null>,
  signIn: () => Promise<AuthAnswer>,
) => Promise<SignInState>;

const signInAnswer = z.object({
  twoFactorRedirect: z.boolean().optional(),
  token: z.string().nullish(),
});

/** Drops the token, which belongs only in the cookie that scripts cannot read. */
export function stateOf({ body }: AuthAnswer): SignInState {
  const { twoFactorRedirect, token } = signInAnswer.catch({}).parse(body);
  if (twoFactorRedirect) return { state: 'second_factor' };
  return { state: token ? 'signed_in' : 'confirm_address' };
}

/** @throws AppError `too_many_attempts` */
export async function limit(attempts: Attempts, key: string, rule: Rule): Promise<void> {
  const { allowed, retryAfter } = await attempts.consume(key, rule);
  if (!allowed) throw identityErrors.too_many_attempts({ retryAfterSeconds: retryAfter ?? 60 });
}
