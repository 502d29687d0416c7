/** Invitations: codes with which people create accounts while the instance takes no others. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

/** The most invitations that exist at a time. */
export const INVITATIONS_MAX = 200;
export const INVITATION_USES_MAX = 1000;
export const INVITATION_DAYS_MAX = 365;

export const invitation = z.object({
  id: z.uuid(),
  code: z.string(),
  note: z.string(),
  createdBy: z.string().nullable().describe('The username; null for a deleted account'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  maxUses: z.int(),
  uses: z.int(),
});
export type Invitation = z.infer<typeof invitation>;

export const newInvitation = z.object({
  note: z
    .string()
    .trim()
    .max(100, 'Use at most 100 characters.')
    .describe('A note about the people that it is for'),
  maxUses: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(INVITATION_USES_MAX, 'Enter at most 1000.')
    .describe('How many accounts it can create'),
  days: z
    .int('Enter a whole number of days.')
    .min(1, 'Enter at least 1.')
    .max(INVITATION_DAYS_MAX, `Use at most ${INVITATION_DAYS_MAX} days.`)
    .nullable()
    .describe('Days after which it expires; null: never'),
});
export type NewInvitation = z.infer<typeof newInvitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  tag: 'admin',
  summary: 'List the invitations, newest first',
  access: 'admin',
  response: z.object({ invitations: z.array(invitation) }),
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  tag: 'admin',
  summary: 'Create an invitation',
  access: 'admin',
  recentProof: true,
  perMinute: 30,
  body: newInvitation,
  response: invitation,
});

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  tag: 'admin',
  summary: 'Delete an invitation; accounts that it has created stay',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  response: z.void(),
});
