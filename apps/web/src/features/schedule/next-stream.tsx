import { CalendarClock } from 'lucide-react';
import { formatStart } from '@/lib/appointments.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSchedule } from './queries.ts';

/** When an offline channel streams next, at the viewer's time; renders nothing where that is not planned. */
export function NextStream({ username }: { username: string }) {
  const { data = [] } = useSchedule(username);
  const next = data.find(({ isCanceled, startsInMs }) => !isCanceled && startsInMs > 0);
  if (!next) return null;
  const { startsAt, startsInMs, title } = next;
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
      <bdi className="block text-sm opacity-90 [overflow-wrap:anywhere]">{title}</bdi>
    </span>
  );
}
