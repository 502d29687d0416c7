/** Reads the signed-in user by the operations of spec section 7, one per part. */
import type { SessionUser } from '@tributary/contracts/identity';
import { ApiProblem, call } from '../api/client.ts';
import type { Grant } from './ports.ts';

/** @throws Error with a message of spec section 8 */
export async function loadUserParts({ userId, email }: Grant): Promise<SessionUser> {
  const params = { userId };
  const { username, displayName, bio, avatarUrl } = await call('GET /api/users/:userId/profile', {
    params,
  }).catch(failed('profile'));
  const { roles, primaryRole } = await call('GET /api/users/:userId/roles', { params }).catch(
    failed('roles'),
  );
  // Streamer data is optional: a streamer without it is still signed in.
  const streamerData = await call('GET /api/users/:userId/streamer-data', { params }).then(
    (found) => found.streamerData,
    () => null,
  );
  return {
    id: userId,
    username,
    email,
    displayName,
    bio,
    avatar: avatarUrl,
    roles,
    primaryRole,
    streamerData,
  };
}

const failed = (part: 'profile' | 'roles') => (cause: unknown) => {
  const missing = part === 'profile' && cause instanceof ApiProblem && cause.status === 404;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(missing ? 'Profile not found' : `Failed to fetch ${part}: ${reason}`, { cause });
};
