import type { SessionUser } from '@tributary/contracts/identity';
import type { Grant } from './ports.ts';

/** Replaces a profile that can't be loaded: a viewer named after the email address (spec section 8). */
export function fallbackUser({ userId, email }: Pick<Grant, 'userId' | 'email'>): SessionUser {
  const username = email.split('@', 1)[0] || 'user';
  return {
    id: userId,
    username,
    email,
    displayName: username,
    bio: '',
    avatar: null,
    roles: ['viewer'],
    primaryRole: 'viewer',
    streamerData: null,
  };
}
