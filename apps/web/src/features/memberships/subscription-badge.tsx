import type { Subscriber, SubscriptionStatus } from '@tributary/contracts/memberships';
import { formatShortDay } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

type Ending = Pick<Subscriber, 'status' | 'cancelAtPeriodEnd' | 'isGift' | 'currentPeriodEnd'>;

export const SUBSCRIPTION_BADGES: StatusBadges<SubscriptionStatus> = {
  active: ['green', t('memberships.badge.active')],
  trialing: ['accent', t('memberships.badge.trialing')],
  past_due: ['amber', t('memberships.badge.pastDue')],
  canceled: ['neutral', t('memberships.badge.canceled')],
};

/** The status of a subscription. Canceled ones and gifts show their end. */
export function SubscriptionBadge({ subscription }: { subscription: Ending }) {
  const { status, cancelAtPeriodEnd, isGift, currentPeriodEnd } = subscription;
  const isRunning = status === 'active' || status === 'trialing';
  if (isRunning && (cancelAtPeriodEnd || isGift))
    return (
      <Badge tone="neutral">{t('memberships.badge.ends', { day: formatShortDay(currentPeriodEnd) })}</Badge>
    );
  return <StatusBadge badges={SUBSCRIPTION_BADGES} status={status} />;
}
