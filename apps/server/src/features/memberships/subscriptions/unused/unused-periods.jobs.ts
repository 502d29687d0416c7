/** Refunds the unused time of subscribers to a creator who has deleted their account, each in its own transaction. */
import { z } from 'zod';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { findCharge, findRefund, type RefundRequests, remainingCents } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import { unusedPeriodRefunded } from '../subscriptions.notifications.ts';

export const refundUnusedPeriod = defineJob(
  'money.refund-unused-period',
  z.object({ refundId: z.uuid(), chargeId: z.uuid(), amountCents: z.int().positive() }),
);

const REASON = 'The creator’s account was deleted during the paid period.';

interface Options {
  readonly db: Database;
  readonly refunds: Pick<RefundRequests, 'request'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export const refundsOfUnusedPeriods = ({ db, refunds, notifications }: Options): JobRegistration =>
  work(refundUnusedPeriod, ({ refundId: id, chargeId, amountCents: dueCents }) =>
    db.transact(async (tx) => {
      const charge = await findCharge(tx, chargeId);
      // A job that runs again after a crash refunds no charge twice.
      if (!charge || (await findRefund(tx, id))) return;
      // A part may have been refunded or disputed in the meantime.
      const amountCents = Math.min(dueCents, remainingCents(charge));
      if (amountCents === 0) return;
      await refunds.request(tx, { id, chargeId, amountCents, reason: REASON, requestedBy: null });
      if (!charge.payerId) return;
      const notification = unusedPeriodRefunded.of({ id, amountCents, currency: charge.currency });
      await notifications.notify(tx, { userId: charge.payerId, ...notification });
    }),
  );
