/** Notifies all admins of a task about money. It is a job, since it has to read who is an admin. */
import { formatMoney } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Users } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import { adminMoneyTask } from './admins.notifications.ts';

export const notifyAdmins = defineJob(
  'money.notify-admins',
  z.object({ title: z.string(), message: z.string(), href: z.string(), dedupeKey: z.string() }),
);

/** A refund that only a creator can send whose account is deleted. */
export const abandonedRefund = (refund: {
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly currency: string;
}) => ({
  title: `A refund of ${formatMoney(refund.amountCents, refund.currency)} can’t be sent`,
  message: 'The account of the creator who received the payment is deleted. Close the refund with a reason.',
  href: `/dashboard/admin/money/charges/${refund.chargeId}`,
  dedupeKey: `refund:${refund.id}:abandoned`,
});

interface Options {
  readonly db: Database;
  readonly users: Pick<Users, 'withRole'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export const notificationsOfAdmins = ({ db, users, notifications }: Options): JobRegistration =>
  work(notifyAdmins, async (content) => {
    const admins = await users.withRole('admin');
    await db.transact(async (tx) => {
      for (const { id } of admins)
        await notifications.notify(tx, { userId: id, ...adminMoneyTask.of(content) });
    });
  });
