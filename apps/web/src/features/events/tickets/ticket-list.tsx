import { Link } from '@tanstack/react-router';
import type { OwnTicket, TicketStatus } from '@tributary/contracts/events';
import type { ComponentProps } from 'react';
import { formatPrice } from '@/features/payments/index.ts';
import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { DateTile } from '@/ui/date-tile.tsx';
import { LoadFailure } from '@/ui/feedback/load-failure.tsx';
import { Section } from '@/ui/layout.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { EventBadge } from '../event-parts.tsx';
import { timesOf } from '../event-time.ts';

const BADGES: Readonly<Record<TicketStatus, readonly [ComponentProps<typeof Badge>['tone'], string]>> = {
  reserved: ['amber', t('events.tickets.reserved')],
  valid: ['green', t('events.tickets.valid')],
  refunded: ['neutral', t('events.tickets.refunded')],
};

/** The viewer's tickets, newest first; renders nothing without any. */
export function TicketList() {
  const list = useApiPages('GET /api/me/tickets', {});
  if (list.isLoadingError) return <LoadFailure what={t('events.tickets.what')} query={list} />;
  const tickets = list.data ?? [];
  if (tickets.length === 0) return null;
  return (
    <Section title={t('events.tickets.title')}>
      <ul className="grid gap-3 lg:grid-cols-2">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Row ticket={ticket} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </Section>
  );
}

function Row({ ticket: { event, status } }: { ticket: OwnTicket }) {
  const [tone, name] = BADGES[status];
  const isOver = event.status === 'ended' || event.status === 'canceled';
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: event.id }}
      className="flex h-full gap-4 rounded-media bg-surface-1 p-4 text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2"
    >
      <DateTile at={event.eventDate} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <bdi className="font-display font-semibold [overflow-wrap:anywhere]">{event.title}</bdi>
        <span className="text-muted text-sm">{timesOf(event.eventDate, event.timezone).yours}</span>
        <span className="flex flex-wrap items-center gap-3 text-sm tabular-nums">
          <span className="font-medium text-amber">{formatPrice(event.priceCents, event.currency)}</span>
          {isOver && status !== 'refunded' ? (
            <EventBadge status={event.status} />
          ) : (
            <Badge tone={tone}>{name}</Badge>
          )}
        </span>
      </span>
    </Link>
  );
}
