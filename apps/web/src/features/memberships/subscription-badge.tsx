import type { Subscriber, SubscriptionStatus } from '@tributary/contracts/memberships';
import { formatShortDay } from '@/lib/dates.ts';
import { Badge } from '@/ui/badge.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

type Ending = Pick<Subscriber, 'status' | 'cancelAtPeriodEnd' | 'isGift' | 'currentPeriodEnd'>;

export const SUBSCRIPTION_BADGES: StatusBadges<SubscriptionStatus> = {
  active: ['green', 'Active'],
  trialing: ['accent', 'Trial'],
  past_due: ['amber', 'Past due'],
  canceled: ['neutral', 'Canceled'],
};

/** The status of a subscription. Canceled ones and gifts show their end. */
export function SubscriptionBadge({ subscription }: { subscription: Ending }) {
  const { status, cancelAtPeriodEnd, isGift, currentPeriodEnd } = subscription;
  const isRunning = status === 'active' || status === 'trialing';
  if (isRunning && (cancelAtPeriodEnd || isGift))
    return <Badge tone="neutral">Ends {formatShortDay(currentPeriodEnd)}</Badge>;
  return <StatusBadge badges={SUBSCRIPTION_BADGES} status={status} />;
}
