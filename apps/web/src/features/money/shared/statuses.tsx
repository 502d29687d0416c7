/** Statuses as badges. */
import type { DonationStatus } from '@tributary/contracts/donations';
import type { EventStatus } from '@tributary/contracts/events';
import type { Subscriber, SubscriptionStatus } from '@tributary/contracts/memberships';
import type {
  ChargeStatus,
  DisputeStatus,
  ProviderEventStatus,
  RefundStatus,
} from '@tributary/contracts/payments';
import type { PayoutStatus } from '@tributary/contracts/payouts';
import type { ComponentProps } from 'react';
import { formatShortDay } from '@/lib/dates.ts';
import { Badge } from '@/ui/badge.tsx';

type Ending = Pick<Subscriber, 'status' | 'cancelAtPeriodEnd' | 'isGift' | 'currentPeriodEnd'>;
type Tone = ComponentProps<typeof Badge>['tone'];
export type StatusBadges<Status extends string> = Readonly<
  Record<Status, readonly [tone: Tone, name: string]>
>;

export const DONATION_BADGES: StatusBadges<DonationStatus> = {
  completed: ['green', 'Completed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
};

export const PAYOUT_BADGES: StatusBadges<PayoutStatus> = {
  pending: ['amber', 'Pending'],
  completed: ['green', 'Completed'],
  failed: ['live', 'Failed'],
};

/** As the payer sees them. */
export const CHARGE_BADGES: StatusBadges<ChargeStatus> = {
  captured: ['green', 'Paid'],
  partially_refunded: ['neutral', 'Partly refunded'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
  lost: ['neutral', 'Returned by the bank'],
  reversed: ['neutral', 'Undone by the chain'],
};

export const SUBSCRIPTION_BADGES: StatusBadges<SubscriptionStatus> = {
  active: ['green', 'Active'],
  trialing: ['accent', 'Trial'],
  past_due: ['amber', 'Past due'],
  canceled: ['neutral', 'Canceled'],
};

export const EVENT_BADGES: StatusBadges<EventStatus> = {
  draft: ['neutral', 'Draft'],
  published: ['accent', 'Upcoming'],
  live: ['live', 'Live now'],
  ended: ['neutral', 'Ended'],
  canceled: ['neutral', 'Canceled'],
};

export const REFUND_BADGES: StatusBadges<RefundStatus> = {
  pending: ['amber', 'Pending'],
  succeeded: ['green', 'Confirmed'],
  failed: ['live', 'Failed'],
};

export const DISPUTE_BADGES: StatusBadges<DisputeStatus> = {
  open: ['live', 'Open'],
  won: ['green', 'Won'],
  lost: ['neutral', 'Lost'],
};

export const WEBHOOK_BADGES: StatusBadges<ProviderEventStatus> = {
  received: ['amber', 'Waiting'],
  processed: ['green', 'Processed'],
  failed: ['live', 'Failed'],
};

/** For filters: the names by status. */
export const labelsOf = (statuses: StatusBadges<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(statuses).map(([status, [, label]]) => [status, label]));

const badgeOf = ([tone, name]: readonly [tone: Tone, name: string]) => <Badge tone={tone}>{name}</Badge>;

export const DonationBadge = ({ status }: { status: DonationStatus }) => badgeOf(DONATION_BADGES[status]);
export const PayoutBadge = ({ status }: { status: PayoutStatus }) => badgeOf(PAYOUT_BADGES[status]);
export const ChargeBadge = ({ status }: { status: ChargeStatus }) => badgeOf(CHARGE_BADGES[status]);
/** One that was canceled, and a gift, say when they end. */
export function SubscriptionBadge({ subscription }: { subscription: Ending }) {
  const { status, cancelAtPeriodEnd, isGift, currentPeriodEnd } = subscription;
  const isRunning = status === 'active' || status === 'trialing';
  return isRunning && (cancelAtPeriodEnd || isGift)
    ? badgeOf(['neutral', `Ends ${formatShortDay(currentPeriodEnd)}`])
    : badgeOf(SUBSCRIPTION_BADGES[status]);
}
export const EventBadge = ({ status }: { status: EventStatus }) => badgeOf(EVENT_BADGES[status]);
export const RefundBadge = ({ status }: { status: RefundStatus }) => badgeOf(REFUND_BADGES[status]);
export const DisputeBadge = ({ status }: { status: DisputeStatus }) => badgeOf(DISPUTE_BADGES[status]);
export const WebhookBadge = ({ status }: { status: ProviderEventStatus }) => badgeOf(WEBHOOK_BADGES[status]);
