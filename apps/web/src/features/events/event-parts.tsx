import { Link } from '@tanstack/react-router';
import type { EventStatus, PublicEvent } from '@tributary/contracts/events';
import { Button } from '@/ui/button.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

const month = new Intl.DateTimeFormat('en', { month: 'short' });

/** A calendar tile; hidden from screen readers, since the text beside it has the date. */
export function DateTile({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 flex-col items-center justify-center rounded-control bg-surface-3"
    >
      <span className="font-semibold text-muted text-xs uppercase">{month.format(date)}</span>
      <span className="font-display font-semibold text-lg tabular-nums">{date.getDate()}</span>
    </span>
  );
}

/** The tickets left, if they are limited. */
export function TicketsLeft({ event: { ticketsLeft, capacity } }: { event: PublicEvent }) {
  if (ticketsLeft === null || capacity === null) return null;
  if (ticketsLeft === 0) return <span className="text-muted">Sold out</span>;
  return (
    <span className="text-muted">
      {ticketsLeft.toLocaleString('en')} of {capacity.toLocaleString('en')} tickets left
    </span>
  );
}

export const EventLink = ({ event: { id } }: { event: PublicEvent }) => (
  <Button asChild variant="secondary">
    <Link to="/events/$eventId" params={{ eventId: id }}>
      View event
    </Link>
  </Button>
);

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
