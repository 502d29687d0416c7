import type { UserId } from '@tributary/contracts/shared';
import { refunds } from '#features/payments/index.ts';
import { localized } from '#platform/messages/index.ts';
import { defineNotification } from '#platform/notifications/index.ts';

/** Sent to the creator. */
export const subscribed = defineNotification({
  type: 'subscription',
  preference: {
    key: 'subscription',
    label: localized('notice.preference.subscription'),
    audience: 'streamer',
    icon: 'money',
  },
  text: (subscription: {
    readonly id: string;
    readonly userId: UserId;
    readonly name: string;
    readonly tierName: string;
  }) => ({
    title: localized('notice.subscribed.title', { name: subscription.name }),
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
    label: localized('notice.preference.gift'),
    audience: 'viewer',
    icon: 'money',
  },
  text: (gift: {
    readonly id: string;
    readonly giverId: UserId | null;
    /** Null once the account of the giver is deleted. */
    readonly giverName: string | null;
    readonly creatorName: string;
    readonly tierName: string;
    readonly months: number;
  }) => ({
    title: localized('notice.gift.title', { name: gift.giverName ?? localized('notice.deletedAccount') }),
    message: localized('notice.gift.message', {
      tier: gift.tierName,
      creator: gift.creatorName,
      months: gift.months,
    }),
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
    title: localized('notice.unusedRefunded.title', {
      amount: { minor: refund.amountCents, currency: refund.currency },
    }),
    message: localized('notice.unusedRefunded.message'),
    href: '/billing',
    dedupeKey: `refund:${refund.id}`,
  }),
});
