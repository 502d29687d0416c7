/** Password, email address, two-factor authentication and passkeys of an account. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { passkeySummary } from './account.ts';
import { currentPassword, email, newPassword, oneTimeCode, signInState } from './sign-in.ts';

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
  summary:
    'Set a new password with the token from the email. Ends all sessions, and lists the passkeys that still sign in',
  access: 'public',
  perMinute: 20,
  body: z.object({ token: oneTimeCode('This link is incomplete. Copy all of it.'), newPassword }),
  response: z.object({
    passkeys: z.array(passkeySummary),
    reviewToken: z
      .string()
      .nullable()
      .describe('Deletes these passkeys without a sign-in, for 15 minutes. Null if there are none'),
  }),
});

export const deletePasskeyAfterReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/delete-passkey',
  tag: 'sign-in',
  summary: 'Delete a passkey soon after a password reset, without signing in',
  access: 'public',
  perMinute: 20,
  body: z.object({ reviewToken: oneTimeCode('The token is missing.'), id: z.uuid() }),
  response: z.void(),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  tag: 'sign-in',
  summary: 'Change the password. Ends all other sessions',
  access: 'viewer',
  perMinute: 10,
  body: z.object({ currentPassword, newPassword }),
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
    password: currentPassword.optional().describe('Required if the account has one'),
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
  body: z.object({ newEmail: email, otp: oneTimeCode('Enter the code.') }),
  response: z.void(),
});

const proof = z.object({ password: currentPassword.optional().describe('Required if the account has one') });

const authenticatorCode = z
  .string('Enter the six-digit code.')
  .transform((text) => text.replaceAll(' ', ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your app shows.'));

const proofOrCode = proof.extend({
  code: authenticatorCode.optional().describe('Of the authenticator app, instead of the password'),
});

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  tag: 'sign-in',
  summary: 'Confirm who you are, which endpoints that move money require. Lasts ten minutes in this session',
  access: 'viewer',
  perMinute: 20,
  body: proofOrCode,
  response: z.void(),
});

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
  body: z.object({ code: authenticatorCode }),
  response: signInState,
});

export const verifyBackupCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  tag: 'sign-in',
  summary: 'Sign in with a backup code instead of the authenticator app. Each code works once',
  access: 'public',
  perMinute: 20,
  body: z.object({ code: oneTimeCode('Enter a backup code.') }),
  response: signInState,
});

/** JSON that browsers create and parse themselves (WebAuthn Level 3, section 5.1). */
const webAuthnJson = z.record(z.string(), z.unknown());

export const passkeyCreationOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/creation-options',
  tag: 'sign-in',
  summary:
    'Get the options for `navigator.credentials.create`. Requires the password or a code of the authenticator app, or a sign-in within the last ten minutes if the account has neither',
  access: 'viewer',
  perMinute: 20,
  body: proofOrCode,
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
  method: 'POST',
  path: '/api/auth/passkey/delete',
  tag: 'sign-in',
  summary: 'Delete a passkey. Requires the same proof as adding one',
  access: 'viewer',
  perMinute: 20,
  body: proofOrCode.extend({ id: z.uuid() }),
  response: z.void(),
});
