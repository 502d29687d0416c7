import { type LocalizedText, localized } from '#platform/messages/index.ts';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

const preference: NotificationPreference = {
  key: 'payout',
  label: localized('notice.preference.payout'),
  audience: 'streamer',
  icon: 'money',
};

export const payoutSettled = defineNotification({
  type: 'payout',
  preference,
  text: (payout: SettledPayout) => {
    const { id, status, reference, reason } = payout;
    const amount = { minor: payout.amountCents, currency: payout.currency };
    const target = { href: `/dashboard/creator/payouts/${id}`, dedupeKey: `payout:${id}:${status}` };
    if (status === 'completed')
      return {
        title: localized('notice.paidOut.title', { amount }),
        message: reference ? localized('notice.paidOut.reference', { reference }) : '',
        ...target,
      };
    return {
      title: localized('notice.payoutFailed.title', { amount }),
      message: reason
        ? localized('notice.payoutFailed.withReason', { reason })
        : localized('notice.payoutFailed.message'),
      ...target,
    };
  },
});

interface SettledPayout {
  readonly id: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: 'completed' | 'failed';
  readonly reference: string | null;
  readonly reason: string | null;
}

/** A mail with the same text is sent even if the creator has turned this notification off. */
export const payoutAccountChanged = defineNotification({
  type: 'payout_account',
  preference,
  text: ({ title, message }: { readonly title: LocalizedText; readonly message: LocalizedText }) => ({
    title,
    message: localized('notice.payoutAccount.warning', { message }),
    href: '/dashboard/creator/payouts',
  }),
});
