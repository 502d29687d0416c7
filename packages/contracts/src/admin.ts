/** What admins see of the instance, its people and its streams. */
import { z } from 'zod';
import { category } from './category.ts';
import { endpoint } from './endpoint.ts';
import { role } from './identity.ts';
import { streamId, userId } from './ids.ts';
import { streamerSummary } from './live.ts';
import { verificationStatus } from './moderation.ts';
import { pageOf, pageQuery } from './paging.ts';

export const OVERVIEW_DAYS = 30;

/** A figure of the last seven days, beside the seven before them. */
const weekly = z.object({ now: z.number(), before: z.number() });

export const adminOverview = z.object({
  users: z.int(),
  streamers: z.int(),
  newUsers: weekly,
  hoursStreamed: weekly,
  liveNow: z.int(),
  viewersNow: z.int(),
  pendingVerifications: z.int(),
  openMessages: z.int(),
  /** Whole days in UTC, the oldest first; today so far is the last. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      newUsers: z.int(),
      streams: z.int().describe('Begun on that day'),
      hoursStreamed: z.number(),
    }),
  ),
});
export type AdminOverview = z.infer<typeof adminOverview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  tag: 'admin',
  summary: `The instance in figures, with its last ${OVERVIEW_DAYS} days`,
  access: 'admin',
  response: adminOverview,
});

/** What waits for an admin; small, for the navigation of every admin page. */
export const getQueues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  tag: 'admin',
  summary: 'How much waits for an admin',
  access: 'admin',
  response: z.object({ verification: z.int(), messages: z.int() }),
});

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

export const ADMIN_PAGE_SIZE = 25;

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

export const adminStream = z.object({
  id: streamId,
  title: z.string(),
  category,
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  status: z.enum(['live', 'ended']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  currentViewers: z.int(),
  peakViewers: z.int(),
  hidden: z.object({ at: z.iso.datetime(), by: z.string().nullable(), reason: z.string() }).nullable(),
  streamer: streamerSummary,
});
export type AdminStream = z.infer<typeof adminStream>;

export const STREAM_SORTS = ['startedAt', 'currentViewers'] as const;
export type StreamSort = (typeof STREAM_SORTS)[number];

export const streamFilter = z.object({
  q: z.string().trim().max(100).optional().describe("Part of a title, or of the streamer's name"),
  state: z.enum(['live', 'ended', 'hidden']).optional(),
  sort: z.enum(STREAM_SORTS).default('startedAt').describe('By viewers: live ones alone'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type StreamFilter = z.output<typeof streamFilter>;

export const listAdminStreams = endpoint({
  method: 'GET',
  path: '/api/admin/streams',
  tag: 'admin',
  summary: `Streams, ${ADMIN_PAGE_SIZE} at a time`,
  access: 'admin',
  query: streamFilter.extend(pageQuery.shape),
  response: pageOf(adminStream),
});

export const exportStreams = endpoint({
  method: 'GET',
  path: '/api/admin/streams.csv',
  tag: 'admin',
  summary: 'The same streams as a table for a spreadsheet, whole',
  access: 'admin',
  perMinute: 10,
  query: streamFilter,
  download: 'text/csv',
  response: z.unknown(),
});
