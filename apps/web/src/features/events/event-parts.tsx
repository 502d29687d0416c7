import { Link } from '@tanstack/react-router';
import type { EventStatus, PublicEvent } from '@tributary/contracts/events';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

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
