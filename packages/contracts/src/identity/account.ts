/** What a person sees and decides of their own account. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { PASSWORD_MAX } from './users.ts';

export const sessionSummary = z.object({
  id: z.uuid(),
  device: z.string().describe('Browser and system as they call themselves: `Firefox on Windows`'),
  ipAddress: z.string().nullable(),
  place: z
    .string()
    .regex(/^(?:local|[A-Z]{2})$/)
    .nullable()
    .describe('Country of the address (ISO 3166-1); `local`: this machine or its network; null: unknown'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('To within minutes'),
  expiresAt: z.iso.datetime(),
  current: z.boolean().describe('The session that asks'),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/me/sessions',
  tag: 'account',
  summary: 'Where the user is signed in, last used first',
  access: 'viewer',
  response: z.object({ sessions: z.array(sessionSummary) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  tag: 'account',
  summary: 'Sign out one session',
  access: 'viewer',
  params: z.object({ id: z.uuid() }),
  response: z.void(),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions',
  tag: 'account',
  summary: 'Sign out everywhere but here',
  access: 'viewer',
  response: z.void(),
});

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/me/security',
  tag: 'account',
  summary: 'How the user can sign in',
  access: 'viewer',
  response: z.object({
    email: z.email(),
    emailVerified: z.boolean(),
    hasPassword: z.boolean(),
    twoFactor: z.object({ enabled: z.boolean(), backupCodesLeft: z.int() }),
    passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: z.iso.datetime() })),
    /** Accounts elsewhere that open this one. */
    providers: z.array(z.string()),
  }),
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/me/export',
  tag: 'account',
  summary: 'Everything that the instance stores about the user, as one JSON document',
  access: 'viewer',
  perMinute: 5,
  response: z.record(z.string(), z.unknown()),
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/me/delete',
  tag: 'account',
  summary:
    'Delete the account and all that belongs to it, at once and for good. Asks for the password, or for a sign-in of the last ten minutes where there is none',
  access: 'viewer',
  perMinute: 5,
  body: z.object({ password: z.string().max(PASSWORD_MAX, 'That is not your password.').optional() }),
  response: z.void(),
});
