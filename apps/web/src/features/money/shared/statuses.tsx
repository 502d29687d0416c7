/** States as badges, in words and in a tone. */
import type { DonationStatus, EventStatus, PayoutStatus, SubscriptionStatus } from '@tributary/contracts';
import type { ComponentProps } from 'react';
import { Badge } from '@/ui/badge.tsx';
import type { EventPhase } from '../events/event-time.ts';

type Tone = ComponentProps<typeof Badge>['tone'];
export type Look<Status extends string> = Readonly<Record<Status, readonly [tone: Tone, name: string]>>;

export const DONATION_STATES: Look<DonationStatus> = {
  completed: ['green', 'Completed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
};

export const PAYOUT_STATES: Look<PayoutStatus> = {
  pending: ['amber', 'Pending'],
  completed: ['green', 'Completed'],
  failed: ['live', 'Failed'],
};

export const SUBSCRIPTION_STATES: Look<SubscriptionStatus> = {
  active: ['green', 'Active'],
  trialing: ['accent', 'Trial'],
  past_due: ['amber', 'Past due'],
  canceled: ['neutral', 'Canceled'],
};

const EVENT: Look<EventPhase> = {
  draft: ['neutral', 'Draft'],
  upcoming: ['accent', 'Upcoming'],
  on: ['live', 'On now'],
  over: ['neutral', 'Over'],
  canceled: ['neutral', 'Canceled'],
};

/** What the books say; an event whose time has come or passed is shown by its phase. */
export const EVENT_STATES: Look<EventStatus> = {
  draft: EVENT.draft,
  published: ['accent', 'Announced'],
  live: EVENT.on,
  ended: EVENT.over,
  canceled: EVENT.canceled,
};

const inWords = ([tone, name]: readonly [tone: Tone, name: string]) => <Badge tone={tone}>{name}</Badge>;

export const DonationBadge = ({ status }: { status: DonationStatus }) => inWords(DONATION_STATES[status]);
export const PayoutBadge = ({ status }: { status: PayoutStatus }) => inWords(PAYOUT_STATES[status]);
export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) =>
  inWords(SUBSCRIPTION_STATES[status]);
export const EventBadge = ({ status }: { status: EventPhase }) => inWords(EVENT[status]);
