/** Statuses as badges. */
import type {
  ChargeStatus,
  DonationStatus,
  EventStatus,
  PayoutStatus,
  SubscriptionStatus,
} from '@tributary/contracts';
import type { ComponentProps } from 'react';
import { Badge } from '@/ui/badge.tsx';

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

const badgeOf = ([tone, name]: readonly [tone: Tone, name: string]) => <Badge tone={tone}>{name}</Badge>;

export const DonationBadge = ({ status }: { status: DonationStatus }) => badgeOf(DONATION_BADGES[status]);
export const PayoutBadge = ({ status }: { status: PayoutStatus }) => badgeOf(PAYOUT_BADGES[status]);
export const ChargeBadge = ({ status }: { status: ChargeStatus }) => badgeOf(CHARGE_BADGES[status]);
export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) =>
  badgeOf(SUBSCRIPTION_BADGES[status]);
export const EventBadge = ({ status }: { status: EventStatus }) => badgeOf(EVENT_BADGES[status]);
