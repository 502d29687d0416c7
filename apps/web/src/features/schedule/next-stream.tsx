import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { formatStart } from '@/lib/format/appointments.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useNext } from './queries.ts';

/** When an offline channel streams next, at the viewer's time; renders nothing where that is not planned. Events count as well. */
export function NextStream({ username }: { username: string }) {
  const { data: next } = useNext(username);
  if (!next) return null;
  const { startsAt, startsInMs, title, eventId } = next;
  return (
    <span className="block">
      <span className="inline-flex items-center gap-2 font-semibold">
        <CalendarClock size={18} aria-hidden="true" className="shrink-0" />
        <span>
          <Text
            k="schedule.next"
            values={{ when: () => <time dateTime={startsAt}>{formatStart(startsAt, startsInMs)}</time> }}
          />
        </span>
      </span>
      <bdi className="block text-sm opacity-90 [overflow-wrap:anywhere]">
        {eventId === null ? (
          title
        ) : (
          <Link to="/events/$eventId" params={{ eventId }}>
            {title}
          </Link>
        )}
      </bdi>
    </span>
  );
}
