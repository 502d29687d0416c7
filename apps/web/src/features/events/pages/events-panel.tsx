import { Link } from '@tanstack/react-router';
import type { PublicEvent } from '@tributary/contracts/events';
import { Ticket } from 'lucide-react';
import { formatPrice } from '@/features/payments/index.ts';
import { formatDuration } from '@/lib/format/appointments.ts';
import { t } from '@/lib/messages/t.ts';
import { DateTile } from '@/ui/date-tile.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Image } from '@/ui/media/image.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { EventBadge, TicketsLeft } from '../event-parts.tsx';
import { timesOf } from '../event-time.ts';
import { useUpcomingEvents } from '../queries.ts';

/** The upcoming events of a channel with their posters and prices, or that there are none. */
export function EventsPanel({ username }: { username: string }) {
  return (
    <ListFrame
      query={useUpcomingEvents(username)}
      skeleton={<Skeleton className="h-48 rounded-media" />}
      empty={
        <EmptyState icon={Ticket} title={t('events.panelList.none')}>
          {t('events.panelList.follow')}
        </EmptyState>
      }
    >
      {(events) => (
        <ul className="flex flex-col gap-4">
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

function EventCard({ event }: { event: PublicEvent }) {
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: event.id }}
      className="flex overflow-hidden rounded-media bg-surface-1 text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 max-sm:flex-col"
    >
      {event.posterUrl !== null && (
        <Image
          src={event.posterUrl}
          alt=""
          loading="lazy"
          className="aspect-video shrink-0 self-start sm:w-64"
        />
      )}
      <span className="flex min-w-0 flex-1 gap-4 p-4">
        <DateTile at={event.eventDate} />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <bdi className="font-display font-semibold [overflow-wrap:anywhere]">{event.title}</bdi>
          <span className="text-muted text-sm">
            {timesOf(event.eventDate, event.timezone).yours} · {formatDuration(event.durationMinutes)}
          </span>
          {event.description && (
            <span dir="auto" className="line-clamp-2 text-muted text-sm">
              {event.description}
            </span>
          )}
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
            <span className="font-medium text-amber">{formatPrice(event.priceCents, event.currency)}</span>
            <TicketsLeft event={event} />
            {event.status === 'live' && <EventBadge status="live" />}
          </span>
        </span>
      </span>
    </Link>
  );
}
