/** Refunds what subscribers paid in advance to a creator who has deleted the account, each in its own transaction. */
import { formatMoney } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { findCharge, findRefund, type RefundRequests, remainingCents } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';

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
      // A job that runs again after a crash refunds nothing twice.
      if (!charge || (await findRefund(tx, id))) return;
      // Some of it may have been refunded or disputed in the meantime.
      const amountCents = Math.min(dueCents, remainingCents(charge));
      if (amountCents === 0) return;
      await refunds.request(tx, { id, chargeId, amountCents, reason: REASON, requestedBy: null });
      if (!charge.payerId) return;
      await notifications.notify(tx, {
        ...{ userId: charge.payerId, type: 'other', href: '/billing', dedupeKey: `refund:${id}` },
        title: `A subscription has ended, and ${formatMoney(amountCents, charge.currency)} is refunded`,
        message: 'The creator has deleted the account. You get back what you paid for the unused time.',
      });
    }),
  );
