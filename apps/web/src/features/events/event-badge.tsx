import type { EventStatus } from '@tributary/contracts/events';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

export const EVENT_BADGES: StatusBadges<EventStatus> = {
  draft: ['neutral', 'Draft'],
  published: ['accent', 'Upcoming'],
  live: ['live', 'Live now'],
  ended: ['neutral', 'Ended'],
  canceled: ['neutral', 'Canceled'],
};

export const EventBadge = ({ status }: { status: EventStatus }) => (
  <StatusBadge badges={EVENT_BADGES} status={status} />
);
