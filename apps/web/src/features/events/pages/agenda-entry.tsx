import { Link } from '@tanstack/react-router';
import type { PublicEvent } from '@tributary/contracts/events';
import { CalendarPlus } from 'lucide-react';
import { formatDuration } from '@/lib/format/appointments.ts';
import { formatDayOfWeek, formatTime } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { DateTile } from '@/ui/date-tile.tsx';

/** An announced event in a list by day and time, with its calendar file. */
export function AgendaEntry({ event }: { event: PublicEvent }) {
  const { id, title, eventDate, durationMinutes, status } = event;
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
