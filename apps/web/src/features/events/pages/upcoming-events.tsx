import { Link } from '@tanstack/react-router';
import type { PublicEvent } from '@tributary/contracts/events';
import { formatPrice } from '@/features/payments/index.ts';
import { t } from '@/lib/messages/t.ts';
import { DateTile } from '@/ui/date-tile.tsx';
import { Section } from '@/ui/layout.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { EventBadge, TicketsLeft } from '../event-parts.tsx';
import { timesOf } from '../event-time.ts';
import { useUpcomingEvents } from '../queries.ts';

/** The upcoming events of a channel, next first; renders nothing without any. */
export function UpcomingEvents({ username }: { username: string }) {
  const list = useUpcomingEvents(username);
  const events = list.data ?? [];
  if (events.length === 0) return null;
  return (
    <Section title={t('events.upcoming')}>
      <ul className="flex flex-col gap-3">
        {events.map((event) => (
          <li key={event.id}>
            <Announced event={event} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </Section>
  );
}

/** An event in a list, with the name of its channel where the page does not say it. */
export function Announced({ event, channel = null }: { event: PublicEvent; channel?: string | null }) {
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: event.id }}
      className="flex gap-4 rounded-media bg-surface-1 p-4 text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2"
    >
      <DateTile at={event.eventDate} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <bdi className="font-display font-semibold [overflow-wrap:anywhere]">{event.title}</bdi>
        {channel !== null && <bdi className="text-sm">{channel}</bdi>}
        <span className="text-muted text-sm">{timesOf(event.eventDate, event.timezone).yours}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
          <span className="font-medium text-amber">{formatPrice(event.priceCents, event.currency)}</span>
          <TicketsLeft event={event} />
          {event.status === 'live' && <EventBadge status="live" />}
        </span>
      </span>
    </Link>
  );
}
