import type { OwnEvent } from '@tributary/contracts/events';
import { apiQuery } from '@/lib/api-query.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useStreamEvent } from '../queries.ts';
import { EventAudience } from './stream-audience.tsx';

const LEAD =
  'From half an hour before a paid event until its end, your streams belong to it unless you turn that off. While a stream belongs to an event, only its ticket holders, you, your moderators and admins can watch. Others see the offer. A stream that is still running when the event ends stays with it until you change this. The next ones are public or for subscribers again, as you have set.';

function useAttach() {
  const set = useApiMutation('PUT /api/me/stream-event', {
    answers: apiQuery('GET /api/me/stream-event'),
    failure: 'Couldn’t change who can watch',
    onSuccess: ({ eventId }) =>
      void toast.success(
        eventId ? 'Only ticket holders can watch now' : 'The stream belongs to no event now',
      ),
  });
  return (eventId: string | null) => set.mutate({ body: { eventId } });
}

/** The setting on an event's page that attaches the channel's streams. Renders nothing once it can't change. */
export function EventStream({ event }: { event: OwnEvent }) {
  const { data } = useStreamEvent();
  const attach = useAttach();
  const isAttached = data?.eventId === event.id;
  if (event.status !== 'published' && event.status !== 'live' && !isAttached) return null;
  if (event.priceCents > 0 && data) {
    return (
      <Setting title="Stream" lead={LEAD}>
        <EventAudience event={event} stream={data} />
      </Setting>
    );
  }
  return (
    <Setting title="Stream" lead={LEAD}>
      <Switch
        label="My stream belongs to this event"
        hint="Applies to your stream, or to the next one if you’re offline."
        checked={isAttached}
        disabled={!data}
        onChange={(checked) => attach(checked ? event.id : null)}
      />
    </Setting>
  );
}

/** The stream setting for the attached event, from the first page of each list. Renders nothing without events. */
export function StreamEventSetting() {
  const live = useApi('GET /api/me/events', { query: { status: 'live', order: 'asc' } }).data;
  const published = useApi('GET /api/me/events', { query: { status: 'published', order: 'asc' } }).data;
  const { data } = useStreamEvent();
  const attach = useAttach();
  if (!data || !live || !published) return null;
  const events = [...live.items, ...published.items];
  if (events.length === 0 && data.eventId === null) return null;
  const isOver = data.eventId !== null && !events.some(({ id }) => id === data.eventId);
  return (
    <Setting title="Event" lead={LEAD}>
      <Field label="Your stream belongs to">
        {(control) => (
          <Select
            {...control}
            value={data.eventId ?? ''}
            onChange={({ target }) => attach(target.value || null)}
          >
            <option value="">No event</option>
            {isOver && <option value={data.eventId ?? ''}>An event that is over</option>}
            {events.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Setting>
  );
}
