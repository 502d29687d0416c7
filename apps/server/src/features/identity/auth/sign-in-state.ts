import type { SignInState } from '@tributary/contracts/identity';
import { z } from 'zod';
import type { Caller } from '#platform/caller.ts';
import type { AuthAnswer } from './auth-call.ts';

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
