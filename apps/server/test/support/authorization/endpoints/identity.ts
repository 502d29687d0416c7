/** Accounts, sign-in and sessions. */
import { v7 as uuidv7 } from 'uuid';
import { everybody, owner, signedIn, type Table } from '../rows.ts';

const wrongProof = { password: 'not the password' };
const credential = { response: { id: 'x' } };

export const identity: Table = {
  'GET /healthz': everybody('done'),
  'GET /api/instance': everybody('done'),
  'GET /.well-known/jwks.json': everybody('done'),
  'GET /api/me': everybody('done'),
  'GET /api/users/{userId}/profile': everybody('done'),
  'GET /api/users/{userId}/roles': owner('done'),
  'GET /api/users/{userId}/streamer-data': owner('done'),
  'GET /api/usernames/{username}': everybody('done'),
  'POST /api/auth/sign-up/email': everybody('input', {}),
  'POST /api/auth/sign-in/email': everybody('input', {}),
  'POST /api/auth/sign-in/email-otp': everybody('input', { email: 'nobody@example.org', otp: '000000' }),
  'POST /api/auth/sign-in/provider': everybody('input', { callbackURL: '/' }),
  'POST /api/auth/sign-in-code': everybody('input', {}),
  'POST /api/auth/send-verification-email': everybody('input', {}),
  'POST /api/auth/request-password-reset': everybody('input', {}),
  'POST /api/auth/reset-password': everybody('input', { token: 'x', newPassword: 'a phrase of no meaning' }),
  'POST /api/auth/two-factor/verify-totp': {
    ...everybody('input', { code: '000000' }),
    nobody: 'who',
    banned: 'who',
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    ...everybody('input', { code: 'x' }),
    nobody: 'who',
    banned: 'who',
  },
  'POST /api/auth/passkey/request-options': everybody('done'),
  'POST /api/auth/passkey/sign-in': everybody('who', credential),
  'POST /api/auth/token': signedIn('done'),
  'POST /api/auth/change-password': signedIn('input', {
    currentPassword: 'not the password',
    newPassword: 'a phrase of no meaning',
  }),
  'POST /api/auth/request-email-change': signedIn('input', { newEmail: 'x@example.org', ...wrongProof }),
  'POST /api/auth/change-email': signedIn('input', { newEmail: 'x@example.org', otp: '000000' }),
  'POST /api/auth/confirm': signedIn('input', wrongProof),
  'POST /api/auth/two-factor/enable': signedIn('input', wrongProof),
  'POST /api/auth/two-factor/disable': signedIn('input', wrongProof),
  'POST /api/auth/two-factor/backup-codes': signedIn('input', wrongProof),
  'POST /api/auth/passkey/creation-options': signedIn('input', wrongProof),
  'POST /api/auth/passkey/create': signedIn('input', credential),
  'POST /api/auth/passkey/delete': signedIn('input', { ...wrongProof, id: uuidv7() }),
  'POST /api/auth/reset-password/delete-passkey': everybody('forbidden', { reviewToken: 'x', id: uuidv7() }),
  'GET /api/me/security': signedIn('done'),
  'GET /api/me/sessions': signedIn('done'),
  'DELETE /api/me/sessions': signedIn('done'),
  'DELETE /api/me/sessions/{id}': owner('done'),
  'GET /api/me/export': signedIn('done'),
  'POST /api/me/delete': signedIn('input', wrongProof),
};
