import type { OwnEvent, StreamEvent } from '@tributary/contracts/events';
import { call } from '@/lib/api/client.ts';
import { formatMoment } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Switch } from '@/ui/forms/switch.tsx';
import { gateStart } from '../event-time.ts';
import { useEventChange, useStreamEvent } from '../queries.ts';

export const TICKET_HOLDERS_ONLY = t('events.audience.only');

/** Sets whether a paid event gates the streams around its time. */
export const useSetEventStreams = (id: string, failure?: string) =>
  useEventChange(
    (takesStreams: boolean) =>
      call('PUT /api/me/events/:id/streams', { params: { id }, body: { takesStreams } }),
    failure,
  );

/** Shows a creator who can watch the streams around a paid event. Renders nothing without one. */
export function StreamAudience() {
  const { data } = useStreamEvent();
  if (!data?.event) return null;
  const { event } = data;
  return (
    <section
      aria-label={t('events.audience.paidEvent')}
      className="flex flex-col gap-4 rounded-media bg-surface-1 p-6"
    >
      <h2 dir="auto" className="text-base [overflow-wrap:anywhere]">
        {event.title}
      </h2>
      <EventAudience event={event} stream={data} />
    </section>
  );
}

/** The switch alone. @param stream the event of the channel's streams now */
export function EventAudience({ event, stream }: { event: OwnEvent; stream: StreamEvent }) {
  const set = useSetEventStreams(event.id, t('events.audience.notChanged'));
  const belongs = stream.eventId === event.id;
  return (
    <Switch
      label={TICKET_HOLDERS_ONLY}
      hint={hintOf(event, belongs, stream.hasOpened && stream.event?.id === event.id)}
      checked={belongs || event.takesStreams}
      disabled={set.isPending}
      onChange={set.mutate}
    />
  );
}

/** @param belongs whether the channel's streams belong to the event now */
function hintOf(event: OwnEvent, belongs: boolean, hasOpened: boolean): string {
  const { status, takesStreams } = event;
  if (belongs && (status === 'ended' || status === 'canceled')) return t('events.audience.over');
  if (belongs) return t('events.audience.turnOff');
  if (takesStreams) return t('events.audience.from', { time: formatMoment(gateStart(event)) });
  return hasOpened ? t('events.audience.turnOn') : t('events.audience.everyone');
}
