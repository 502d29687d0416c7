/** Notifies all admins of money that waits for them. A job, since it reads who is an admin. */
import { z } from 'zod';
import type { Users } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';

export const notifyAdmins = defineJob(
  'money.notify-admins',
  z.object({ title: z.string(), message: z.string(), href: z.string(), dedupeKey: z.string() }),
);

interface Options {
  readonly db: Database;
  readonly users: Pick<Users, 'withRole'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export const notificationsOfAdmins = ({ db, users, notifications }: Options): JobRegistration =>
  work(notifyAdmins, async (content) => {
    const admins = await users.withRole('admin');
    await db.transact(async (tx) => {
      for (const { id } of admins) await notifications.notify(tx, { ...content, userId: id, type: 'other' });
    });
  });
