import { formatMoney } from '@tributary/contracts/shared';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

/** For creators who send refunds, and for payers whose refund is made or given up. */
export const refunds: NotificationPreference = {
  key: 'refund',
  label: 'Refunds that you get or have to send',
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
  text: ({ id, amountCents, currency, reason, address }: Refund & { address: string | undefined }) => ({
    title: `Send a refund of ${formatMoney(amountCents, currency)}`,
    message: `${reason} Send it from your wallet${address ? ` to ${address}` : ''}, then enter the transaction’s hash here.`,
    href: '/dashboard/creator/payouts',
    dedupeKey: `refund:${id}`,
  }),
});

/** Sent to the payer of a refund that an admin has given up. */
export const refundNotMade = defineNotification({
  type: 'refund_not_made',
  preference: refunds,
  text: ({ id, amountCents, currency, reason }: Refund) => ({
    title: `A refund of ${formatMoney(amountCents, currency)} was not made`,
    message: reason,
    href: '/billing',
    dedupeKey: `refund:${id}:closed`,
  }),
});
