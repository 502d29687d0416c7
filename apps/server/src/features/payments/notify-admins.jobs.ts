/** Notifies all admins of a task about money. It is a job, since it has to read who is an admin. */
import type { Users } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import { adminMoneyTask, moneyTask } from './admins.notifications.ts';

export const notifyAdmins = defineJob('money.notify-admins', moneyTask);

/** A refund that only a creator can send whose account is deleted. */
export const abandonedRefund = (refund: {
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly currency: string;
}) => ({
  kind: 'refund_abandoned' as const,
  refundId: refund.id,
  chargeId: refund.chargeId,
  amountCents: refund.amountCents,
  currency: refund.currency,
});

interface Options {
  readonly db: Database;
  readonly users: Pick<Users, 'withRole'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export const notificationsOfAdmins = ({ db, users, notifications }: Options): JobRegistration =>
  work(notifyAdmins, async (task) => {
    const admins = await users.withRole('admin');
    await db.transact(async (tx) => {
      for (const { id } of admins) await notifications.notify(tx, { userId: id, ...adminMoneyTask.of(task) });
    });
  });
