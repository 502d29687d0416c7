/** The help of admins for people who have lost their password or their second factor. The account is told of each. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byUser } from '../shared/params.ts';

export const mailPasswordReset = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/password-reset/mail',
  tag: 'admin',
  summary: 'Mail an account a link with which it sets a new password',
  access: 'admin',
  recentProof: true,
  perMinute: 10,
  params: byUser,
  response: z.void(),
});

export const makePasswordResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/password-reset/link',
  tag: 'admin',
  summary: 'Make a link with which a new password can be set once, for people who cannot read their mail',
  access: 'admin',
  recentProof: true,
  perMinute: 10,
  params: byUser,
  response: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
});

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factor',
  tag: 'admin',
  summary: 'Remove the authenticator app and the backup codes of an account, and sign it out everywhere',
  access: 'admin',
  recentProof: true,
  perMinute: 10,
  params: byUser,
  response: z.void(),
});
