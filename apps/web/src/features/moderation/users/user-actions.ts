/** Admin actions on an account. */
import type { AdminUser } from '@tributary/contracts/moderation';
import { call } from '@/lib/api.ts';
import type { AdminAction } from '../action-dialog.tsx';

type Target = Pick<AdminUser, 'id' | 'username'>;
type Role = 'streamer' | 'admin';

export const unbanAction = ({ id, username }: Target): AdminAction => ({
  title: `Lift the ban on ${username}?`,
  description: 'They can sign in and go live again immediately.',
  button: 'Lift ban',
  run: () => call('DELETE /api/admin/users/:id/ban', { params: { id } }),
  done: `${username} can sign in again`,
});

export const endSessionsAction = ({ id, username }: Target): AdminAction => ({
  title: `Sign ${username} out everywhere?`,
  description: 'All their devices are signed out immediately. They can sign in again.',
  button: 'Sign out',
  run: () => call('DELETE /api/admin/users/:id/sessions', { params: { id } }),
  done: `${username} is signed out everywhere`,
});

const GRANT_EFFECTS: Readonly<Record<Role, string>> = {
  streamer: 'They get a channel and a stream key, and can go live.',
  admin:
    'They can do everything you can: ban accounts, end streams, change settings and make admins. All admins are told.',
};

const REVOKE_EFFECTS: Readonly<Record<Role, string>> = {
  streamer: 'Their live stream ends and their stream key stops working. Past streams stay.',
  admin: 'They lose access to this dashboard immediately and keep their other roles.',
};

export const grantAction = ({ id, username }: Target, role: Role): AdminAction => ({
  title: `Make ${username} ${role === 'admin' ? 'an admin' : 'a streamer'}?`,
  description: GRANT_EFFECTS[role],
  button: role === 'admin' ? 'Make admin' : 'Make streamer',
  run: () => call('PUT /api/admin/users/:id/roles/:role', { params: { id, role } }),
  done: `${username} is now ${role === 'admin' ? 'an admin' : 'a streamer'}`,
});

export const takeAction = ({ id, username }: Target, role: Role): AdminAction => ({
  title: `Remove the ${role} role from ${username}?`,
  description: REVOKE_EFFECTS[role],
  button: 'Remove role',
  danger: true,
  run: () => call('DELETE /api/admin/users/:id/roles/:role', { params: { id, role } }),
  done: `${username} is no longer ${role === 'admin' ? 'an admin' : 'a streamer'}`,
});

export const takeBadgeAction = ({ id, username }: Target): AdminAction => ({
  title: `Remove the verified badge of ${username}?`,
  description: 'It disappears everywhere immediately. They can request verification again.',
  button: 'Remove badge',
  danger: true,
  reason: 'Shown to the streamer.',
  run: (reason) => call('POST /api/admin/users/:id/badge/take', { params: { id }, body: { reason } }),
  done: `${username} is no longer verified`,
});
