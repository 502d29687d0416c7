/** Roles, and the signed-in user. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { type Role, role, textLine, userId } from '../shared/fields.ts';
import { ofUser } from '../shared/params.ts';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export const displayName = textLine(60).min(1, 'Enter a name.');

/** Admin takes precedence over streamer, streamer over viewer. A user without roles is a viewer (spec section 4). */
export function primaryRoleOf(roles: readonly Role[]): Role {
  if (roles.includes('admin')) return 'admin';
  return roles.includes('streamer') ? 'streamer' : 'viewer';
}

export const streamerData = z.object({
  totalEarnings: z.int().describe('Minor units'),
  totalViews: z.int(),
  totalDonations: z.int().describe('Minor units'),
  rtmpKey: z.string().describe('Ingest URL, "Server" in OBS'),
  streamKey: z.string().describe('Masked. `GET /api/me/stream-key` returns it'),
  isVerified: z.boolean(),
  verificationBadgeUrl: z.string().nullable(),
});

/** The client user object of spec section 3. */
export const sessionUser = z.object({
  id: userId,
  username: z.string(),
  email: z.email(),
  displayName: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(role),
  primaryRole: role,
  streamerData: streamerData.nullable(),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  tag: 'identity',
  summary: 'Get the signed-in user, or null',
  access: 'public',
  response: z.object({ user: sessionUser.nullable() }),
});

export const getUserRoles = endpoint({
  method: 'GET',
  path: '/api/users/:userId/roles',
  tag: 'identity',
  summary: 'Get the roles of a user, who must be the signed-in one',
  access: 'viewer',
  params: ofUser,
  response: z.object({ roles: z.array(role), primaryRole: role }),
});
