import { localized } from '#platform/messages/index.ts';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

/** For creators who send refunds, and for payers whose refund is made or given up. */
export const refunds: NotificationPreference = {
  key: 'refund',
  label: localized('notice.preference.refund'),
  audience: 'viewer',
  icon: 'money',
};

interface Refund {
  readonly id: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly reason: string;
}

/** Sent to the creator whose wallet was paid. */
export const refundToSend = defineNotification({
  type: 'refund_to_send',
  preference: refunds,
  text: (refund: Refund & { readonly address: string | undefined }) => ({
    title: localized('notice.refundToSend.title', {
      amount: { minor: refund.amountCents, currency: refund.currency },
    }),
    message: refund.address
      ? localized('notice.refundToSend.messageTo', { reason: refund.reason, address: refund.address })
      : localized('notice.refundToSend.message', { reason: refund.reason }),
    href: '/dashboard/creator/payouts',
    dedupeKey: `refund:${refund.id}`,
  }),
});

/** Sent to the payer of a refund that an admin has given up. */
export const refundNotMade = defineNotification({
  type: 'refund_not_made',
  preference: refunds,
  text: ({ id, amountCents, currency, reason }: Refund) => ({
    title: localized('notice.refundNotMade.title', { amount: { minor: amountCents, currency: currency } }),
    message: reason,
    href: '/billing',
    dedupeKey: `refund:${id}:closed`,
  }),
});
