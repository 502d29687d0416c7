/** A user's own account: sessions, sign-in methods, data export and deletion. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byId } from '../shared/params.ts';
import { PASSWORD_MAX } from './users.ts';

export const sessionSummary = z.object({
  id: z.uuid(),
  device: z.string().describe('Browser and operating system from the user agent: `Firefox on Windows`'),
  ipAddress: z.string().nullable(),
  place: z
    .string()
    .regex(/^(?:local|[A-Z]{2})$/)
    .nullable()
    .describe(
      'Country of the IP address (ISO 3166-1 alpha-2), `local` for this machine or its network, null if unknown',
    ),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('Accurate to a few minutes'),
  expiresAt: z.iso.datetime(),
  current: z.boolean().describe('Whether this is the session of the request'),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/me/sessions',
  tag: 'account',
  summary: 'List the sessions of the user, most recently used first',
  access: 'viewer',
  response: z.object({ sessions: z.array(sessionSummary) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  tag: 'account',
  summary: 'Sign out one session',
  access: 'viewer',
  params: byId,
  response: z.void(),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions',
  tag: 'account',
  summary: 'Sign out all other sessions',
  access: 'viewer',
  response: z.void(),
});

export const passkeySummary = z.object({ id: z.uuid(), name: z.string(), createdAt: z.iso.datetime() });
export type PasskeySummary = z.infer<typeof passkeySummary>;

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/me/security',
  tag: 'account',
  summary: 'Get the sign-in methods of the user',
  access: 'viewer',
  response: z.object({
    email: z.email(),
    emailVerified: z.boolean(),
    hasPassword: z.boolean(),
    twoFactor: z.object({ enabled: z.boolean(), backupCodesLeft: z.int() }),
    passkeys: z.array(passkeySummary),
    /** OpenID Connect providers that are linked to the account. */
    providers: z.array(z.string()),
  }),
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/me/export',
  tag: 'account',
  summary: 'Export everything that the instance stores about the user, as one JSON document',
  access: 'viewer',
  perMinute: 5,
  response: z.record(z.string(), z.unknown()),
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/me/delete',
  tag: 'account',
  summary:
    'Delete the account and everything that belongs to it, permanently. Requires the password, or a sign-in within the last ten minutes if the account has none',
  access: 'viewer',
  perMinute: 5,
  body: z.object({ password: z.string().max(PASSWORD_MAX, 'Incorrect password.').optional() }),
  response: z.void(),
});
