import {
  getMe,
  getSigningKeys,
  getUserRoles,
  issueAccessToken,
  primaryRoleOf,
  type SessionUser,
} from '@tributary/contracts/identity';
import type { UserId } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import type { AccessTokens } from '#platform/access-tokens/index.ts';
import { PERSONAL, route } from '#platform/http/route.ts';
import { identityErrors } from '../identity.errors.ts';
import type { Profile } from '../users/users.repo.ts';
import type { Sessions } from './sessions.service.ts';

/** Null: the person has no channel. */
export type ReadStreamerData = (userId: UserId) => Promise<SessionUser['streamerData']>;

export function sessionRoutes(
  app: FastifyInstance,
  sessions: Sessions,
  tokens: AccessTokens,
  readStreamerData: ReadStreamerData,
): void {
  route(app, getMe, async ({ request, reply }) => {
    reply.header('cache-control', PERSONAL);
    const session = await sessions.use(request.headers);
    if (!session) return { user: null };
    if (session.cookies.length > 0) reply.header('set-cookie', [...session.cookies]);
    const { profile } = session;
    const streamerData = profile.roles.includes('streamer') ? await readStreamerData(profile.id) : null;
    return { user: toSessionUser(profile, streamerData) };
  });

  route(app, getUserRoles, ({ caller: { userId, roles }, params }) => {
    if (params.userId !== userId) throw identityErrors.user_not_found();
    return { roles: [...roles], primaryRole: primaryRoleOf(roles) };
  });

  route(app, issueAccessToken, async ({ request, reply }) => {
    // Uses the cookie only: otherwise a token could be renewed forever.
    const session = await sessions.use(request.headers);
    if (!session) throw identityErrors.signed_out();
    if (session.cookies.length > 0) reply.header('set-cookie', [...session.cookies]);
    const { id, email } = session.profile;
    const { token, expiresAt } = await tokens.issue({ id: session.id, userId: id });
    return { accessToken: token, expiresAt: expiresAt.toISOString(), user: { id, email } };
  });

  route(app, getSigningKeys, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=600');
    return { keys: await tokens.keys() };
  });
}

/** The client's user object (spec section 3). */
export function toSessionUser(profile: Profile, streamerData: SessionUser['streamerData']): SessionUser {
  const { id, email, displayName, bio, roles } = profile;
  return {
    id,
    username: profile.username || email.split('@', 1)[0] || 'user',
    email,
    displayName,
    bio,
    avatar: profile.avatarUrl,
    roles: [...roles],
    primaryRole: primaryRoleOf(roles),
    streamerData,
  };
}
