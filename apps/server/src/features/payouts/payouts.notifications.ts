import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

const preference: NotificationPreference = {
  key: 'payout',
  label: 'Your payouts and where they are sent',
  audience: 'streamer',
  icon: 'money',
};

export const payoutSettled = defineNotification({
  type: 'payout',
  preference,
  text: (payout: {
    readonly id: string;
    readonly amount: string;
    readonly status: 'completed' | 'failed';
    readonly reference: string | null;
    readonly reason: string | null;
  }) => ({
    ...(payout.status === 'completed'
      ? {
          title: `${payout.amount} was paid out`,
          message: payout.reference ? `Reference: ${payout.reference}` : '',
        }
      : {
          title: `A payout of ${payout.amount} failed`,
          message: `It is back in your balance. ${payout.reason ?? ''}`.trim(),
        }),
    href: `/dashboard/creator/payouts/${payout.id}`,
    dedupeKey: `payout:${payout.id}:${payout.status}`,
  }),
});

/** A mail with the same text is sent even if the creator has turned this notification off. */
export const payoutAccountChanged = defineNotification({
  type: 'payout_account',
  preference,
  text: ({ title, message }: { readonly title: string; readonly message: string }) => ({
    title,
    message: `${message} If this wasn’t you, reset your password and check your payout accounts.`,
    href: '/dashboard/creator/payouts',
  }),
});
