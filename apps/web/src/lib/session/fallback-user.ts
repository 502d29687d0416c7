import type { SessionUser } from '@tributary/contracts';
import { ApiProblem } from '../api.ts';
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

/** The messages of spec section 8. */
export function profileFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiProblem) {
    if (error.status === 404) return 'Profile not found';
    if (error.code.startsWith('roles_')) return `Failed to fetch roles: ${reason}`;
  }
  return `Failed to fetch profile: ${reason}`;
}
