import { Link } from '@tanstack/react-router';
import type { PublicEvent } from '@tributary/contracts/events';
import { CalendarDays, CalendarPlus } from 'lucide-react';
import { formatDayOfWeek, formatTime } from '@/lib/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { DateTile } from '../event-parts.tsx';
import { formatDuration } from '../event-time.ts';
import { useUpcomingEvents } from '../queries.ts';

/** Lists the announced events of a channel by day and time, each with a calendar file. */
export function Agenda({ username }: { username: string }) {
  return (
    <ListFrame
      query={useUpcomingEvents(username)}
      skeleton={<Skeleton className="h-32 rounded-media" />}
      empty={
        <EmptyState icon={CalendarDays} title={t('events.agenda.none')}>
          {t('events.agenda.follow')}
        </EmptyState>
      }
    >
      {(events) => (
        <ol className="flex flex-col gap-3">
          {events.map((event) => (
            <li key={event.id}>
              <Entry event={event} />
            </li>
          ))}
        </ol>
      )}
    </ListFrame>
  );
}

function Entry({ event: { id, title, eventDate, durationMinutes, status } }: { event: PublicEvent }) {
  return (
    <div className="flex items-center gap-4 rounded-media bg-surface-1 p-3">
      <DateTile at={eventDate} />
      <div className="min-w-0 flex-1">
        <Link
          to="/events/$eventId"
          params={{ eventId: id }}
          className="block truncate py-0.5 font-semibold text-ink no-underline hover:text-accent"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="text-muted text-sm tabular-nums">
          {status === 'live'
            ? t('events.badge.live')
            : t('events.agenda.when', {
                day: formatDayOfWeek(eventDate),
                time: formatTime(eventDate),
                duration: formatDuration(durationMinutes),
              })}
        </p>
      </div>
      <Button asChild variant="quiet" size="icon">
        <a href={`/api/events/${id}/event.ics`} download title={t('events.agenda.calendar')}>
          <CalendarPlus size={19} aria-hidden="true" />
          <span className="sr-only">{t('events.agenda.calendarFor', { title })}</span>
        </a>
      </Button>
    </div>
  );
}
