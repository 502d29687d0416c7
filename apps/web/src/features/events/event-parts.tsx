import { Link } from '@tanstack/react-router';
import type { EventStatus, PublicEvent } from '@tributary/contracts/events';
import { formatMonth } from '@/lib/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

/** A calendar tile; hidden from screen readers, since the text beside it has the date. */
export function DateTile({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 flex-col items-center justify-center rounded-control bg-surface-3"
    >
      <span className="font-semibold text-muted text-xs uppercase">{formatMonth(date)}</span>
      <span className="font-display font-semibold text-lg tabular-nums">{date.getDate()}</span>
    </span>
  );
}

/** The tickets left, if they are limited. */
export function TicketsLeft({ event: { ticketsLeft, capacity } }: { event: PublicEvent }) {
  if (ticketsLeft === null || capacity === null) return null;
  if (ticketsLeft === 0) return <span className="text-muted">{t('events.soldOut')}</span>;
  return <span className="text-muted">{t('events.ticketsLeft', { left: ticketsLeft, capacity })}</span>;
}

export const EventLink = ({ event: { id } }: { event: PublicEvent }) => (
  <Button asChild variant="secondary">
    <Link to="/events/$eventId" params={{ eventId: id }}>
      {t('events.view')}
    </Link>
  </Button>
);

export const EVENT_BADGES: StatusBadges<EventStatus> = {
  draft: ['neutral', t('events.badge.draft')],
  published: ['accent', t('events.badge.published')],
  live: ['live', t('events.badge.live')],
  ended: ['neutral', t('events.badge.ended')],
  canceled: ['neutral', t('events.badge.canceled')],
};

export const EventBadge = ({ status }: { status: EventStatus }) => (
  <StatusBadge badges={EVENT_BADGES} status={status} />
);
