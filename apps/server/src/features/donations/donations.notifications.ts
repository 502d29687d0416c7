import { formatMoney, type UserId } from '@tributary/contracts/shared';
import { defineNotification } from '#platform/notifications/index.ts';

export const donated = defineNotification({
  type: 'donation',
  preference: { key: 'donation', label: 'Someone sends you a donation', audience: 'streamer', icon: 'money' },
  text: (donation: {
    readonly id: string;
    readonly donorId: UserId | null;
    readonly donorName: string;
    readonly amountCents: number;
    readonly currency: string;
    readonly message: string;
  }) => ({
    title: `${donation.donorName} donated ${formatMoney(donation.amountCents, donation.currency)}`,
    message: donation.message,
    href: '/dashboard/creator/tips',
    actorId: donation.donorId,
    dedupeKey: `donation:${donation.id}`,
  }),
});
