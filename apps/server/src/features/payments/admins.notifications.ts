import { z } from 'zod';
import { localized } from '#platform/messages/index.ts';
import { defineNotification } from '#platform/notifications/index.ts';

const amount = { amountCents: z.number().int(), currency: z.string() };

/** A task about money that waits for an admin. */
export const moneyTask = z.discriminatedUnion('kind', [
  /** A refund that only a creator can send whose account is deleted. */
  z.object({ kind: z.literal('refund_abandoned'), refundId: z.string(), chargeId: z.string(), ...amount }),
  z.object({ kind: z.literal('payout_requested'), payoutId: z.string(), ...amount }),
]);

export const adminMoneyTask = defineNotification({
  type: 'money_admin',
  preference: {
    key: 'money_admin',
    label: localized('notice.preference.moneyAdmin'),
    audience: 'admin',
    icon: 'money',
  },
  text: (task: z.infer<typeof moneyTask>) => {
    const amount = { minor: task.amountCents, currency: task.currency };
    if (task.kind === 'payout_requested')
      return {
        title: localized('notice.payoutRequested.title', { amount }),
        message: localized('notice.payoutRequested.message'),
        href: '/dashboard/admin/money/payouts?status=pending',
        dedupeKey: `payout:${task.payoutId}:requested`,
      };
    return {
      title: localized('notice.refundAbandoned.title', { amount }),
      message: localized('notice.refundAbandoned.message'),
      href: `/dashboard/admin/money/charges/${task.chargeId}`,
      dedupeKey: `refund:${task.refundId}:abandoned`,
    };
  },
});
