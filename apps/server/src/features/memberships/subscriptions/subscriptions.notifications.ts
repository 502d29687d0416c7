import { formatMoney, type UserId } from '@tributary/contracts/shared';
import { refunds } from '#features/payments/index.ts';
import { defineNotification } from '#platform/notifications/index.ts';

/** Sent to the creator. */
export const subscribed = defineNotification({
  type: 'subscription',
  preference: {
    key: 'subscription',
    label: 'Someone subscribes to you',
    audience: 'streamer',
    icon: 'money',
  },
  text: (subscription: {
    readonly id: string;
    readonly userId: UserId;
    readonly name: string;
    readonly tierName: string;
  }) => ({
    title: `${subscription.name} subscribed`,
    message: subscription.tierName,
    href: '/dashboard/creator/tiers',
    actorId: subscription.userId,
    dedupeKey: `subscription:${subscription.id}`,
  }),
});

export const giftReceived = defineNotification({
  type: 'gift',
  preference: {
    key: 'gift',
    label: 'Someone gives you a subscription',
    audience: 'viewer',
    icon: 'money',
  },
  text: (gift: {
    readonly id: string;
    readonly giverId: UserId | null;
    readonly giverName: string;
    readonly creatorName: string;
    readonly tierName: string;
    /** A duration such as `3 months`. */
    readonly length: string;
  }) => ({
    title: `${gift.giverName} gave you a subscription`,
    message: `${gift.tierName} of ${gift.creatorName}, ${gift.length}`,
    href: '/subscription-management',
    actorId: gift.giverId,
    dedupeKey: `gift:${gift.id}`,
  }),
});

/** Sent to a subscriber when the creator has deleted their account. */
export const unusedPeriodRefunded = defineNotification({
  type: 'unused_period_refunded',
  preference: refunds,
  text: (refund: { readonly id: string; readonly amountCents: number; readonly currency: string }) => ({
    title: `A subscription has ended, and ${formatMoney(refund.amountCents, refund.currency)} is refunded`,
    message: 'The creator has deleted the account. You get back what you paid for the unused time.',
    href: '/billing',
    dedupeKey: `refund:${refund.id}`,
  }),
});
