/** Statuses as badges. */
import type { DonationStatus, EventStatus, PayoutStatus, SubscriptionStatus } from '@tributary/contracts';
import type { ComponentProps } from 'react';
import { Badge } from '@/ui/badge.tsx';
import type { EventPhase } from '../events/event-time.ts';

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

export const SUBSCRIPTION_BADGES: StatusBadges<SubscriptionStatus> = {
  active: ['green', 'Active'],
  trialing: ['accent', 'Trial'],
  past_due: ['amber', 'Past due'],
  canceled: ['neutral', 'Canceled'],
};

const EVENT: StatusBadges<EventPhase> = {
  draft: ['neutral', 'Draft'],
  upcoming: ['accent', 'Upcoming'],
  on: ['live', 'Live now'],
  over: ['neutral', 'Ended'],
  canceled: ['neutral', 'Canceled'],
};

/** The stored statuses; a phase also takes the event's time into account. */
export const EVENT_BADGES: StatusBadges<EventStatus> = {
  draft: EVENT.draft,
  published: ['accent', 'Published'],
  live: EVENT.on,
  ended: EVENT.over,
  canceled: EVENT.canceled,
};

const badgeOf = ([tone, name]: readonly [tone: Tone, name: string]) => <Badge tone={tone}>{name}</Badge>;

export const DonationBadge = ({ status }: { status: DonationStatus }) => badgeOf(DONATION_BADGES[status]);
export const PayoutBadge = ({ status }: { status: PayoutStatus }) => badgeOf(PAYOUT_BADGES[status]);
export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) =>
  badgeOf(SUBSCRIPTION_BADGES[status]);
export const EventBadge = ({ status }: { status: EventPhase }) => badgeOf(EVENT[status]);
