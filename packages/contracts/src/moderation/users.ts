/** The accounts of the instance as admins list them, ban them and give them roles. */
import { z } from 'zod';
import { role } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';
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
  q: z.string().trim().max(100).optional().describe('Part of a username, a name or an address'),
  role: role.exclude(['viewer']).optional(),
  state: z.enum(['banned', 'open']).optional(),
  sort: z.enum(USER_SORTS).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type UserFilter = z.output<typeof userFilter>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  tag: 'admin',
  summary: `Accounts, ${ADMIN_PAGE_SIZE} at a time`,
  access: 'admin',
  query: userFilter.extend(pageQuery.shape),
  response: pageOf(adminUser),
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users.csv',
  tag: 'admin',
  summary: 'The same accounts as a table for a spreadsheet, whole',
  access: 'admin',
  perMinute: 10,
  query: userFilter,
  download: 'text/csv',
  response: z.unknown(),
});

export const adminUserDetail = adminUser.extend({
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  sessions: z.int().describe('Where the person is signed in now'),
  lastUsedAt: z.iso.datetime().nullable().describe('Of their sessions'),
  live: z.object({ id: streamId, title: z.string(), currentViewers: z.int() }).nullable(),
  verification: verificationStatus.nullable().describe('Of the newest request'),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  tag: 'admin',
  summary: 'One account',
  access: 'admin',
  params: z.object({ id: userId }),
  response: adminUserDetail,
});

/** Why an admin acts: whom it concerns reads it, and it is kept in the audit log. */
export const actReason = z
  .string('Say why.')
  .trim()
  .min(3, 'Say why, in a few words.')
  .max(500, 'Keep the reason to 500 characters.');

const byUser = z.object({ id: userId });

export const grantRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/roles/:role',
  tag: 'admin',
  summary: 'Give somebody the role streamer, with a channel, or admin',
  access: 'admin',
  params: byUser.extend({ role: role.exclude(['viewer']) }),
  response: z.void(),
});

export const takeRole = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/roles/:role',
  tag: 'admin',
  summary:
    'Take a role; not from oneself, and never from the last admin. Who loses streamer stops being live',
  access: 'admin',
  params: byUser.extend({ role: role.exclude(['viewer']) }),
  response: z.void(),
});

export const banUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/ban',
  tag: 'admin',
  summary: 'Close an account: its sessions and its stream end at once, and it cannot sign in',
  access: 'admin',
  params: byUser,
  body: z.object({
    reason: actReason.describe('Shown to the person'),
    days: z.int().min(1).max(3650).nullable().describe('Null: until an admin lifts it'),
  }),
  response: z.void(),
});

export const unbanUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/ban',
  tag: 'admin',
  summary: 'Open a banned account again',
  access: 'admin',
  params: byUser,
  response: z.void(),
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  tag: 'admin',
  summary: 'Sign somebody out everywhere',
  access: 'admin',
  params: byUser,
  response: z.void(),
});

export const takeBadge = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/badge/take',
  tag: 'admin',
  summary: 'Take the badge of a verified streamer',
  access: 'admin',
  params: byUser,
  body: z.object({ reason: actReason.describe('Shown to the streamer') }),
  response: z.void(),
});
