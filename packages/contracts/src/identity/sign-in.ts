/** Ways in: accounts, passwords, codes by mail, second factors, passkeys, providers elsewhere. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { username } from '../shared/fields.ts';
import { displayName, PASSWORD_MAX, PASSWORD_MIN, sessionUser } from './users.ts';

export const email = z
  .string('Give an email address.')
  .trim()
  .toLowerCase()
  .max(254, 'That address is too long.')
  .pipe(z.email('Give a valid email address.'));

/** A password that is being chosen; whether it is a common one, the server knows. */
export const newPassword = z
  .string('Choose a password.')
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `Keep the password to ${PASSWORD_MAX} characters.`);

/** A password that is being proved. */
const password = z
  .string('Give your password.')
  .min(1, 'Give your password.')
  .max(PASSWORD_MAX, 'That is not your password.');

/** Where to go afterwards: a path of this instance, never another site. */
const returnTo = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'Give a path of this instance, such as /dashboard.');

const code = (message: string) => z.string(message).trim().min(1, message).max(40, message);

/**
 * `second_factor`: the password or code was right, and one of `verifyTotp` and `verifyBackupCode` comes
 * next. `confirm_address`: nobody is signed in until the link in the mail was opened.
 */
export const signInState = z.object({ state: z.enum(['signed_in', 'second_factor', 'confirm_address']) });
export type SignInState = z.infer<typeof signInState>;

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  tag: 'sign-in',
  summary: 'Open an account. Says nothing of whether the address has one already',
  access: 'public',
  body: z.object({
    email,
    password: newPassword,
    username: z.preprocess(
      (given) => (typeof given === 'string' ? given.trim().toLowerCase() : given),
      username,
    ),
    name: z.preprocess((given) => (given === '' ? undefined : given), displayName.optional()),
    callbackURL: returnTo.optional().describe('Where the link in the mail leads'),
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
  summary: 'End all of the signed-in user’s sessions, this one too',
  access: 'viewer',
  response: z.void(),
});

export const sendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  tag: 'sign-in',
  summary: 'Send the link that confirms an address again. Answers the same whether there is an account',
  access: 'public',
  perMinute: 5,
  body: z.object({ email, callbackURL: returnTo.optional() }),
  response: z.void(),
});

export const sendSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code',
  tag: 'sign-in',
  summary: 'Mail a one-time code to sign in with. Answers the same whether there is an account',
  access: 'public',
  perMinute: 5,
  body: z.object({ email }),
  response: z.void(),
});

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email-otp',
  tag: 'sign-in',
  summary: 'Sign in with the code that was mailed; a code has three attempts',
  access: 'public',
  perMinute: 20,
  body: z.object({ email, otp: code('Give the code from the mail.') }),
  response: signInState,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  tag: 'sign-in',
  summary: 'Mail a link to choose a new password. Answers the same whether there is an account',
  access: 'public',
  perMinute: 5,
  body: z.object({ email }),
  response: z.void(),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  tag: 'sign-in',
  summary: 'Choose a new password with the token of the mail; ends all sessions',
  access: 'public',
  perMinute: 20,
  body: z.object({ token: code('The link is not complete; open it from the mail.'), newPassword }),
  response: z.void(),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  tag: 'sign-in',
  summary: 'Replace the password; ends all other sessions',
  access: 'viewer',
  perMinute: 10,
  body: z.object({ currentPassword: password, newPassword }),
  response: z.void(),
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/request-email-change',
  tag: 'sign-in',
  summary: 'Mail a code to the new address. Answers the same whether that has an account',
  access: 'viewer',
  perMinute: 5,
  body: z.object({ newEmail: email, password: password.optional().describe('Where the account has one') }),
  response: z.void(),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  tag: 'sign-in',
  summary: 'Take the new address, with the code mailed to it; the old one is told',
  access: 'viewer',
  perMinute: 20,
  body: z.object({ newEmail: email, otp: code('Give the code from the mail.') }),
  response: z.void(),
});

const proof = z.object({ password: password.optional().describe('Where the account has one') });

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  tag: 'sign-in',
  summary: 'Begin with an authenticator app; in force once `verifyTotp` has taken a first code',
  access: 'viewer',
  perMinute: 10,
  body: proof,
  response: z.object({
    totpUri: z.string().describe('otpauth:// address, for a QR code'),
    backupCodes: z.array(z.string()).describe('Each opens the account once; shown this one time'),
  }),
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  tag: 'sign-in',
  summary: 'Sign in without a second factor from now on',
  access: 'viewer',
  perMinute: 10,
  body: proof,
  response: z.void(),
});

export const replaceBackupCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/backup-codes',
  tag: 'sign-in',
  summary: 'Draw new backup codes; the old ones stop working',
  access: 'viewer',
  perMinute: 10,
  body: proof,
  response: z.object({ backupCodes: z.array(z.string()) }),
});

export const verifyTotp = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  tag: 'sign-in',
  summary: 'The six digits of the authenticator app: at sign-in, or to put it into force. Each opens once',
  access: 'public',
  perMinute: 20,
  body: z.object({
    code: z
      .string('Give the six digits.')
      .transform((text) => text.replaceAll(' ', ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Give the six digits that the app shows.')),
  }),
  response: signInState,
});

export const verifyBackupCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  tag: 'sign-in',
  summary: 'A backup code instead of the authenticator app, at sign-in; each opens once',
  access: 'public',
  perMinute: 20,
  body: z.object({ code: code('Give a backup code.') }),
  response: signInState,
});

/** WebAuthn's own JSON (WebAuthn Level 3, 5.1): the browser makes it and reads it, we pass it on. */
const webAuthnJson = z.record(z.string(), z.unknown());

export const passkeyCreationOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/creation-options',
  tag: 'sign-in',
  summary: 'What `navigator.credentials.create` is called with; asks for a sign-in of the last day',
  access: 'viewer',
  response: webAuthnJson,
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/create',
  tag: 'sign-in',
  summary: 'Keep a new passkey',
  access: 'viewer',
  perMinute: 20,
  body: z.object({
    response: webAuthnJson,
    name: z.string().trim().min(1, 'Give it a name.').max(60, 'Keep the name to 60 characters.').optional(),
  }),
  response: z.void(),
});

export const passkeyRequestOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/request-options',
  tag: 'sign-in',
  summary: 'What `navigator.credentials.get` is called with',
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
  summary: 'Forget a passkey',
  access: 'viewer',
  params: z.object({ id: z.uuid() }),
  response: z.void(),
});

/** The one provider elsewhere that the instance may be configured with. */
export const OIDC_PROVIDER = 'oidc';

export const signInElsewhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/provider',
  tag: 'sign-in',
  summary: 'Begin signing in with the configured provider: the address to send the browser to',
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
    'Draw a token of ten minutes from the session cookie, as `Authorization: Bearer`. Any number of tabs may at once',
  access: 'public',
  response: z.object({
    accessToken: z.string().describe('JWT (RFC 9068): sub, sid, exp; it says nothing of roles'),
    expiresAt: z.iso.datetime(),
    user: sessionUser
      .pick({ id: true, email: true })
      .describe('Whose it is. Their profile is read apart, so that a token is to be had without it'),
  }),
});
export type AccessTokenGrant = z.infer<typeof drawAccessToken.response>;

export const getSigningKeys = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  tag: 'sign-in',
  summary: 'The public keys that access tokens are verified with (RFC 7517); good for ten minutes',
  access: 'public',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});
