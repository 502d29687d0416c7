/** Accounts in moderation: the list for admins, roles, bans and sessions. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { adminReason, role, streamId, userId } from '../shared/fields.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byUser, order } from '../shared/params.ts';
import { verificationStatus } from './verification.ts';

export const ADMIN_PAGE_SIZE = 25;

export const adminUser = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  roles: z.array(role),
  isVerified: z.boolean(),
  createdAt: z.iso.datetime(),
  ban: z
    .object({
      at: z.iso.datetime(),
      until: z.iso.datetime().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const USER_SORTS = ['createdAt', 'username'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const userFilter = z.object({
  q: z.string().trim().max(100).optional().describe('Part of the username, display name or email address'),
  role: role.exclude(['viewer']).optional(),
  state: z.enum(['banned', 'open']).optional(),
  sort: z.enum(USER_SORTS).default('createdAt'),
  order,
});
export type UserFilter = z.output<typeof userFilter>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  tag: 'admin',
  summary: `List accounts, ${ADMIN_PAGE_SIZE} per page`,
  access: 'admin',
  query: userFilter.extend(pageQuery.shape),
  response: pageOf(adminUser),
});

export const exportUsers = endpoint({
  ...csvExport,
  path: '/api/admin/users.csv',
  tag: 'admin',
  summary: 'Export accounts as CSV',
  access: 'admin',
  query: userFilter,
});

export const adminUserDetail = adminUser.extend({
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  sessions: z.int().describe('Number of active sessions'),
  lastUsedAt: z.iso.datetime().nullable().describe('Most recent use of a session'),
  live: z.object({ id: streamId, title: z.string(), currentViewers: z.int() }).nullable(),
  verification: verificationStatus.nullable().describe('Status of the newest request'),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  tag: 'admin',
  summary: 'Get an account',
  access: 'admin',
  params: byUser,
  response: adminUserDetail,
});

export const grantRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/roles/:role',
  tag: 'admin',
  summary: 'Grant the role streamer, which creates a channel, or admin, of which all admins are told',
  access: 'admin',
  recentProof: true,
  params: byUser.extend({ role: role.exclude(['viewer']) }),
  response: z.void(),
});

export const revokeRole = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/roles/:role',
  tag: 'admin',
  summary:
    'Revoke a role. Admins cannot revoke their own, and one admin always remains. Revoking streamer ends a live stream',
  access: 'admin',
  recentProof: true,
  params: byUser.extend({ role: role.exclude(['viewer']) }),
  response: z.void(),
});

export const banUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/ban',
  tag: 'admin',
  summary:
    'Ban a user: ends their sessions and live stream and prevents sign-in. Banning an admin requires a recent confirmation',
  access: 'admin',
  params: byUser,
  body: z.object({
    reason: adminReason.describe('Shown to the user'),
    days: z.int().min(1).max(3650).nullable().describe('Null to ban until an admin lifts the ban'),
  }),
  response: z.void(),
});

export const unbanUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/ban',
  tag: 'admin',
  summary: 'Lift a ban. Lifting that of an admin requires a recent confirmation',
  access: 'admin',
  params: byUser,
  response: z.void(),
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  tag: 'admin',
  summary: 'End all sessions of a user',
  access: 'admin',
  params: byUser,
  response: z.void(),
});

export const removeBadge = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/badge/take',
  tag: 'admin',
  summary: 'Remove a streamer’s verification badge',
  access: 'admin',
  params: byUser,
  body: z.object({ reason: adminReason.describe('Shown to the streamer') }),
  response: z.void(),
});
