import type { UserId } from '@tributary/contracts/shared';
import { type LocalizedText, localized } from '#platform/messages/index.ts';
import { defineNotification } from '#platform/notifications/index.ts';

export const donated = defineNotification({
  type: 'donation',
  preference: {
    key: 'donation',
    label: localized('notice.preference.donation'),
    audience: 'streamer',
    icon: 'money',
  },
  text: (donation: {
    readonly id: string;
    readonly donorId: UserId | null;
    /** Null for a guest. */
    readonly donorName: string | null;
    /** Null for an anonymous guest. */
    readonly guestName: string | null;
    readonly amountCents: number;
    readonly currency: string;
    readonly message: string;
  }) => ({
    title: localized('notice.donated.title', {
      name: donation.donorName ?? guestOf(donation.guestName),
      amount: { minor: donation.amountCents, currency: donation.currency },
    }),
    message: donation.message,
    href: '/dashboard/creator/tips',
    actorId: donation.donorId,
    dedupeKey: `donation:${donation.id}`,
  }),
});

const guestOf = (name: string | null): LocalizedText =>
  name === null ? localized('notice.guest') : localized('notice.guestNamed', { name });
