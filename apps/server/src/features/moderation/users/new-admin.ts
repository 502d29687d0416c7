/** Notifies all admins of a new one, so that no account becomes an admin through a stolen session unnoticed. */
import type { UserId } from '@tributary/contracts/shared';
import type { Profile } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { newAdmin } from '../moderation.notifications.ts';
import { findAdmins } from './users.repo.ts';

/**
 * Notifies in the bell and by mail, once `tx` commits.
 * @param by null: the operator's command line
 */
export type NotifyOfNewAdmin = (
  tx: Writer,
  newAdmin: Pick<Profile, 'id' | 'username'>,
  by: UserId | null,
) => Promise<void>;

export const createNewAdminNotifier =
  (notifications: Pick<NotificationsFeature, 'notify'>): NotifyOfNewAdmin =>
  async (tx, { id, username }, by) => {
    // Reads the admins here, since a job would no longer find those whom the new admin has removed since.
    const admins = await findAdmins(tx);
    const grantor = admins.find((admin) => admin.id === by)?.username;
    for (const admin of admins) {
      const notification = newAdmin.of({ id, username, grantor });
      await notifications.notify(tx, { userId: admin.id, ...notification });
    }
  };
