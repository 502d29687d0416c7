/** Sign-up, sign-in with a password, an emailed code or OpenID Connect, sign-out, and access tokens. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { username } from '../shared/fields.ts';
import { displayName, PASSWORD_MAX, PASSWORD_MIN, sessionUser } from './users.ts';

export const email = z
  .string('Enter an email address.')
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters.')
  .pipe(z.email('Enter a valid email address.'));

/** A password that the user chooses. The server also rejects common and breached ones. */
export const newPassword = z
  .string('Choose a password.')
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`);

/** A password that the user proves to know. */
export const currentPassword = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(PASSWORD_MAX, 'Incorrect password.');

/** Where to go afterwards: a path on this instance, so that it never leads to another site. */
export const returnTo = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'Enter a path on this instance, such as /dashboard.');

export const oneTimeCode = (message: string) => z.string(message).trim().min(1, message).max(40, message);

/**
 * `second_factor`: the password or code was correct; `verifyTotp` or `verifyBackupCode` completes the
 * sign-in. `confirm_address`: the user must first open the link in the email.
 */
export const signInState = z.object({ state: z.enum(['signed_in', 'second_factor', 'confirm_address']) });
export type SignInState = z.infer<typeof signInState>;

const invitationCode = z
  .string()
  .trim()
  .max(100)
  .optional()
  .describe('The code of an invitation, where the instance requires one for new accounts');

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  tag: 'sign-in',
  summary: 'Create an account. Does not reveal whether the address already has one',
  access: 'public',
  body: z.object({
    email,
    password: newPassword,
    username: z.preprocess(
      (given) => (typeof given === 'string' ? given.trim().toLowerCase() : given),
      username,
    ),
    name: z.preprocess((given) => (given === '' ? undefined : given), displayName.optional()),
    callbackURL: returnTo.optional().describe('Where the link in the email leads'),
    invitation: invitationCode,
  }),
  response: signInState,
});

/** Whether a sign-up may have a username. */
export const getUsername = endpoint({
  method: 'GET',
  path: '/api/usernames/:username',
  tag: 'sign-in',
  summary: 'Tell whether a username is free, while it is typed',
  access: 'public',
  perMinute: 60,
  params: z.object({ username }),
  response: z.object({ state: z.enum(['free', 'taken', 'reserved']) }),
});

export const signInWithPassword = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  tag: 'sign-in',
  summary: 'Sign in with email and password',
  access: 'public',
  body: z.object({ email, password: currentPassword, callbackURL: returnTo.optional() }),
  response: signInState,
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  tag: 'sign-in',
  summary: 'End this session',
  access: 'public',
  response: z.void(),
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
  tag: 'sign-in',
  summary: 'End all sessions of the signed-in user, including this one',
  access: 'viewer',
  response: z.void(),
});

export const sendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  tag: 'sign-in',
  summary: 'Send the confirmation email again. Does not reveal whether the address has an account',
  access: 'public',
  perMinute: 5,
  body: z.object({ email, callbackURL: returnTo.optional() }),
  response: z.void(),
});

export const sendSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code',
  tag: 'sign-in',
  summary: 'Email a one-time sign-in code. Does not reveal whether the address has an account',
  access: 'public',
  perMinute: 5,
  body: z.object({ email }),
  response: z.void(),
});

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email-otp',
  tag: 'sign-in',
  summary: 'Sign in with an emailed code. A code allows three attempts',
  access: 'public',
  perMinute: 20,
  body: z.object({ email, otp: oneTimeCode('Enter the code.') }),
  response: signInState,
});

/** Id of the OpenID Connect provider; an instance has at most one. */
export const OIDC_PROVIDER = 'oidc';

export const signInWithProvider = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/provider',
  tag: 'sign-in',
  summary: 'Start a sign-in with the OpenID Connect provider. Returns the URL to send the browser to',
  access: 'public',
  perMinute: 20,
  body: z.object({ callbackURL: returnTo, invitation: invitationCode }),
  response: z.object({ url: z.string() }),
});

export const issueAccessToken = endpoint({
  method: 'POST',
  path: '/api/auth/token',
  tag: 'sign-in',
  summary:
    'Get an access token for `Authorization: Bearer` from the session cookie, valid for ten minutes. Safe to call from several tabs at once',
  access: 'public',
  response: z.object({
    accessToken: z.string().describe('JWT (RFC 9068) with sub, sid and exp, without roles'),
    expiresAt: z.iso.datetime(),
    user: sessionUser
      .pick({ id: true, email: true })
      .describe(
        'Owner of the token. The profile is a separate request, so that a failure to read it does not block sign-in',
      ),
  }),
});
export type AccessTokenGrant = z.infer<typeof issueAccessToken.response>;

export const getSigningKeys = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  tag: 'sign-in',
  summary: 'Get the public keys that verify access tokens (RFC 7517). Cacheable for ten minutes',
  access: 'public',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});
