/** Admin actions on an account. */
import type { AdminUser } from '@tributary/contracts/moderation';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import type { AdminAction } from '../action-dialog.tsx';

type Target = Pick<AdminUser, 'id' | 'username'>;
type Role = 'streamer' | 'admin';

export const unbanAction = ({ id, username }: Target): AdminAction => ({
  title: t('moderation.appeals.liftTitle', { username }),
  description: t('moderation.users.unbanEffect'),
  button: t('moderation.liftBan'),
  run: () => call('DELETE /api/admin/users/:id/ban', { params: { id } }),
  done: t('moderation.signsInAgain', { username }),
});

export const endSessionsAction = ({ id, username }: Target): AdminAction => ({
  title: t('moderation.users.signOutTitle', { username }),
  description: t('moderation.users.signOutEffect'),
  button: t('moderation.users.signOut'),
  run: () => call('DELETE /api/admin/users/:id/sessions', { params: { id } }),
  done: t('moderation.users.signOutDone', { username }),
});

export const mailResetAction = ({ id, username }: Target): AdminAction => ({
  title: t('moderation.recovery.mailTitle', { username }),
  description: t('moderation.recovery.mailEffect'),
  button: t('moderation.recovery.mail'),
  run: () => call('POST /api/admin/users/:id/password-reset/mail', { params: { id } }),
  done: t('moderation.recovery.mailDone'),
});

export const removeSecondFactorAction = ({ id, username }: Target): AdminAction => ({
  title: t('moderation.recovery.factorTitle', { username }),
  description: t('moderation.recovery.factorEffect'),
  button: t('moderation.recovery.factor'),
  danger: true,
  run: () => call('DELETE /api/admin/users/:id/second-factor', { params: { id } }),
  done: t('moderation.recovery.factorDone', { username }),
});

const GRANT_EFFECTS: Readonly<Record<Role, string>> = {
  streamer: t('moderation.users.streamerEffect'),
  admin: t('moderation.users.adminEffect'),
};

const REVOKE_EFFECTS: Readonly<Record<Role, string>> = {
  streamer: t('moderation.users.notStreamerEffect'),
  admin: t('moderation.users.notAdminEffect'),
};

export const grantAction = ({ id, username }: Target, role: Role): AdminAction => ({
  title: t(role === 'admin' ? 'moderation.users.makeAdminTitle' : 'moderation.users.makeStreamerTitle', {
    username,
  }),
  description: GRANT_EFFECTS[role],
  button: role === 'admin' ? t('moderation.users.makeAdmin') : t('moderation.users.makeStreamer'),
  run: () => call('PUT /api/admin/users/:id/roles/:role', { params: { id, role } }),
  done: t(role === 'admin' ? 'moderation.users.isAdmin' : 'moderation.users.isStreamer', { username }),
});

export const takeAction = ({ id, username }: Target, role: Role): AdminAction => ({
  title: t(role === 'admin' ? 'moderation.users.takeAdminTitle' : 'moderation.users.takeStreamerTitle', {
    username,
  }),
  description: REVOKE_EFFECTS[role],
  button: t('moderation.users.removeRole'),
  danger: true,
  run: () => call('DELETE /api/admin/users/:id/roles/:role', { params: { id, role } }),
  done: t(role === 'admin' ? 'moderation.users.noAdmin' : 'moderation.users.noStreamer', { username }),
});

export const takeBadgeAction = ({ id, username }: Target): AdminAction => ({
  title: t('moderation.users.badgeTitle', { username }),
  description: t('moderation.users.badgeEffect'),
  button: t('moderation.users.removeBadge'),
  danger: true,
  reason: t('moderation.shownToStreamer'),
  run: (reason) => call('POST /api/admin/users/:id/badge/take', { params: { id }, body: { reason } }),
  done: t('moderation.users.badgeDone', { username }),
});
