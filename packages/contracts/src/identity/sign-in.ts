/** Sign-up and sign-in: passwords, email codes, two-factor authentication, passkeys and OpenID Connect. */
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
const password = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(PASSWORD_MAX, 'Incorrect password.');

/** Where to go afterwards: a path on this instance, so that it never leads to another site. */
const returnTo = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'Enter a path on this instance, such as /dashboard.');

const code = (message: string) => z.string(message).trim().min(1, message).max(40, message);

/**
 * `second_factor`: the password or code was correct; `verifyTotp` or `verifyBackupCode` completes the
 * sign-in. `confirm_address`: the user must first open the link in the email.
 */
export const signInState = z.object({ state: z.enum(['signed_in', 'second_factor', 'confirm_address']) });
export type SignInState = z.infer<typeof signInState>;

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
  }),
  response: signInState,
});

export const signInWithPassword = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  tag: 'sign-in',
  summary: 'Sign in with email and password',
  access: 'public',
  body: z.object({ email, password, callbackURL: returnTo.optional() }),
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
  body: z.object({ email, otp: code('Enter the code from the email.') }),
  response: signInState,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  tag: 'sign-in',
  summary: 'Email a password reset link. Does not reveal whether the address has an account',
  access: 'public',
  perMinute: 5,
  body: z.object({ email }),
  response: z.void(),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  tag: 'sign-in',
  summary: 'Set a new password with the token from the email. Ends all sessions',
  access: 'public',
  perMinute: 20,
  body: z.object({ token: code('This link is incomplete. Open it from the email.'), newPassword }),
  response: z.void(),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  tag: 'sign-in',
  summary: 'Change the password. Ends all other sessions',
  access: 'viewer',
  perMinute: 10,
  body: z.object({ currentPassword: password, newPassword }),
  response: z.void(),
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/request-email-change',
  tag: 'sign-in',
  summary: 'Email a code to the new address. Does not reveal whether that address has an account',
  access: 'viewer',
  perMinute: 5,
  body: z.object({
    newEmail: email,
    password: password.optional().describe('Required if the account has one'),
  }),
  response: z.void(),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  tag: 'sign-in',
  summary: 'Change the address with the emailed code. The old address is notified',
  access: 'viewer',
  perMinute: 20,
  body: z.object({ newEmail: email, otp: code('Enter the code from the email.') }),
  response: z.void(),
});

const proof = z.object({ password: password.optional().describe('Required if the account has one') });

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  tag: 'sign-in',
  summary: 'Start setting up an authenticator app. `verifyTotp` with a first code completes it',
  access: 'viewer',
  perMinute: 10,
  body: proof,
  response: z.object({
    totpUri: z.string().describe('otpauth:// URI for a QR code'),
    backupCodes: z.array(z.string()).describe('Each works once. Shown only in this response'),
  }),
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  tag: 'sign-in',
  summary: 'Turn off two-factor authentication',
  access: 'viewer',
  perMinute: 10,
  body: proof,
  response: z.void(),
});

export const replaceBackupCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/backup-codes',
  tag: 'sign-in',
  summary: 'Replace the backup codes. The old ones stop working',
  access: 'viewer',
  perMinute: 10,
  body: proof,
  response: z.object({ backupCodes: z.array(z.string()) }),
});

export const verifyTotp = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  tag: 'sign-in',
  summary:
    'Verify a code from the authenticator app, to sign in or to complete its setup. Each code works once',
  access: 'public',
  perMinute: 20,
  body: z.object({
    code: z
      .string('Enter the six-digit code.')
      .transform((text) => text.replaceAll(' ', ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your app shows.')),
  }),
  response: signInState,
});

export const verifyBackupCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  tag: 'sign-in',
  summary: 'Sign in with a backup code instead of the authenticator app. Each code works once',
  access: 'public',
  perMinute: 20,
  body: z.object({ code: code('Enter a backup code.') }),
  response: signInState,
});

/** JSON that browsers create and parse themselves (WebAuthn Level 3, section 5.1). */
const webAuthnJson = z.record(z.string(), z.unknown());

export const passkeyCreationOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/creation-options',
  tag: 'sign-in',
  summary: 'Get the options for `navigator.credentials.create`. Requires a sign-in within the last day',
  access: 'viewer',
  response: webAuthnJson,
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/create',
  tag: 'sign-in',
  summary: 'Add a passkey',
  access: 'viewer',
  perMinute: 20,
  body: z.object({
    response: webAuthnJson,
    name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.').optional(),
  }),
  response: z.void(),
});

export const passkeyRequestOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/request-options',
  tag: 'sign-in',
  summary: 'Get the options for `navigator.credentials.get`',
  access: 'public',
  perMinute: 60,
  response: webAuthnJson,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/sign-in',
  tag: 'sign-in',
  summary: 'Sign in with a passkey, which counts as both factors',
  access: 'public',
  perMinute: 20,
  body: z.object({ response: webAuthnJson }),
  response: signInState,
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  tag: 'sign-in',
  summary: 'Delete a passkey',
  access: 'viewer',
  params: z.object({ id: z.uuid() }),
  response: z.void(),
});

/** Id of the OpenID Connect provider; an instance has at most one. */
export const OIDC_PROVIDER = 'oidc';

export const signInElsewhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/provider',
  tag: 'sign-in',
  summary: 'Start a sign-in with the OpenID Connect provider. Returns the URL to send the browser to',
  access: 'public',
  perMinute: 20,
  body: z.object({ callbackURL: returnTo }),
  response: z.object({ url: z.string() }),
});

export const drawAccessToken = endpoint({
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
export type AccessTokenGrant = z.infer<typeof drawAccessToken.response>;

export const getSigningKeys = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  tag: 'sign-in',
  summary: 'Get the public keys that verify access tokens (RFC 7517). Cacheable for ten minutes',
  access: 'public',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});
