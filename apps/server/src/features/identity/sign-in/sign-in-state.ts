/** What a way in comes to, and how often it may be tried. */
import type { SignInState } from '@tributary/contracts';
import { z } from 'zod';
import type { Caller } from '#platform/http/index.ts';
import type { LibraryAnswer } from '../auth/auth-call.ts';
import { identityErrors } from '../identity.errors.ts';
import type { Attempts, Rule } from './sign-in-attempts.ts';

/** Passwords and codes that can be guessed for one account. */
export const GUESSES_AT_ONE: Rule = { window: 900, max: 30 };

/** A sign-in takes the place of the one that this browser had (OWASP ASVS 5.0, 7.2.4). */
export type InPlaceOfOld = (
  findCaller: () => Promise<Caller | null>,
  signIn: () => Promise<LibraryAnswer>,
) => Promise<SignInState>;

const signInAnswer = z.object({
  twoFactorRedirect: z.boolean().optional(),
  token: z.string().nullish(),
});

/** The token itself goes no further: it is in a cookie that scripts cannot read. */
export function stateOf({ body }: LibraryAnswer): SignInState {
  const { twoFactorRedirect, token } = signInAnswer.catch({}).parse(body);
  if (twoFactorRedirect) return { state: 'second_factor' };
  return { state: token ? 'signed_in' : 'confirm_address' };
}

/** @throws AppError `too_many_attempts` */
export async function limit(attempts: Attempts, key: string, rule: Rule): Promise<void> {
  const { allowed, retryAfter } = await attempts.consume(key, rule);
  if (!allowed) throw identityErrors.too_many_attempts({ retryAfterSeconds: retryAfter ?? 60 });
}
