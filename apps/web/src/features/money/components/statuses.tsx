/** States as badges, in words and in a tone. */
import type { DonationStatus, PayoutStatus, SubscriptionStatus } from '@tributary/contracts';
import type { ComponentProps } from 'react';
import { Badge } from '@/ui/badge.tsx';
import type { EventPhase } from '../engine/event-time.ts';

type Tone = ComponentProps<typeof Badge>['tone'];
type Look<Status extends string> = Readonly<Record<Status, readonly [tone: Tone, name: string]>>;

const DONATION: Look<DonationStatus> = {
  completed: ['green', 'Completed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
};

const PAYOUT: Look<PayoutStatus> = {
  pending: ['amber', 'Pending'],
  completed: ['green', 'Completed'],
  failed: ['live', 'Failed'],
};

const SUBSCRIPTION: Look<SubscriptionStatus> = {
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

const inWords = ([tone, name]: readonly [tone: Tone, name: string]) => <Badge tone={tone}>{name}</Badge>;

export const DonationBadge = ({ status }: { status: DonationStatus }) => inWords(DONATION[status]);
export const PayoutBadge = ({ status }: { status: PayoutStatus }) => inWords(PAYOUT[status]);
export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) =>
  inWords(SUBSCRIPTION[status]);
export const EventBadge = ({ status }: { status: EventPhase }) => inWords(EVENT[status]);
