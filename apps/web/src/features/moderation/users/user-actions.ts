/** What can be done about somebody, each with what it will do. */
import type { AdminUser } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import type { AdminAction } from '../action-dialog.tsx';

type Somebody = Pick<AdminUser, 'id' | 'username'>;
type Role = 'streamer' | 'admin';

export const unbanAction = ({ id, username }: Somebody): AdminAction => ({
  title: `Lift the ban of ${username}?`,
  description: 'They can sign in and go live again at once.',
  button: 'Lift the ban',
  run: () => call('DELETE /api/admin/users/:id/ban', { params: { id } }),
  done: `${username} can sign in again`,
});

export const endSessionsAction = ({ id, username }: Somebody): AdminAction => ({
  title: `Sign ${username} out everywhere?`,
  description: 'Every device of theirs is signed out at once. They can sign in again.',
  button: 'Sign out',
  run: () => call('DELETE /api/admin/users/:id/sessions', { params: { id } }),
  done: `${username} is signed out everywhere`,
});

const GRANTS: Readonly<Record<Role, string>> = {
  streamer: 'They get a channel and a stream key, and can go live.',
  admin: 'They can do whatever you can: ban people, end streams, change this instance, make admins.',
};

const TAKES: Readonly<Record<Role, string>> = {
  streamer: 'A running stream ends at once and their key opens nothing. Past streams stay.',
  admin: 'They lose this dashboard at once. They stay whatever else they are.',
};

export const grantAction = ({ id, username }: Somebody, role: Role): AdminAction => ({
  title: `Make ${username} ${role === 'admin' ? 'an admin' : 'a streamer'}?`,
  description: GRANTS[role],
  button: role === 'admin' ? 'Make admin' : 'Make streamer',
  run: () => call('PUT /api/admin/users/:id/roles/:role', { params: { id, role } }),
  done: `${username} is ${role === 'admin' ? 'an admin' : 'a streamer'} now`,
});

export const takeAction = ({ id, username }: Somebody, role: Role): AdminAction => ({
  title: `Take the role ${role} from ${username}?`,
  description: TAKES[role],
  button: 'Take the role',
  danger: true,
  run: () => call('DELETE /api/admin/users/:id/roles/:role', { params: { id, role } }),
  done: `${username} is no ${role} any more`,
});

export const takeBadgeAction = ({ id, username }: Somebody): AdminAction => ({
  title: `Take the badge of ${username}?`,
  description: 'It goes from behind their name everywhere at once. They can ask to be verified again.',
  button: 'Take the badge',
  danger: true,
  reason: 'The streamer reads it.',
  run: (reason) => call('POST /api/admin/users/:id/badge/take', { params: { id }, body: { reason } }),
  done: `${username} is not verified any more`,
});
