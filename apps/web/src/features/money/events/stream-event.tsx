import type { OwnEvent } from '@tributary/contracts';
import { messageOf } from '@/lib/query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useOpenEvents, useSetStreamEvent, useStreamEvent } from '../api/use-own-events.ts';

const LEAD =
  'While a stream belongs to an event, only its ticket holders, you and admins can watch. Others see the offer. It ends with the event.';

function useAttach() {
  const set = useSetStreamEvent();
  return async (eventId: string | null) => {
    try {
      await set.mutateAsync(eventId);
      toast.success(eventId ? 'Only ticket holders can watch now' : 'Everybody can watch now');
    } catch (error) {
      toast.error('Couldn’t change who can watch', { description: messageOf(error) });
    }
  };
}

/** On the page of an event: whether the stream of the channel belongs to it. */
export function EventStream({ event }: { event: OwnEvent }) {
  const { data } = useStreamEvent();
  const attach = useAttach();
  return (
    <Setting title="Stream" lead={LEAD}>
      <Switch
        label="My stream belongs to this event"
        hint="Applies to your stream, or to the next one if you’re offline."
        checked={data?.eventId === event.id}
        disabled={!data}
        onChange={(checked) => void attach(checked ? event.id : null)}
      />
    </Setting>
  );
}

/** In the settings of streams: the event that they belong to. Renders nothing without upcoming events. */
export function StreamEventSetting() {
  const events = useOpenEvents();
  const { data } = useStreamEvent();
  const attach = useAttach();
  if (!data || !events.data || events.data.length === 0) return null;
  return (
    <Setting title="Event" lead={LEAD}>
      <Field label="Your stream belongs to">
        {(control) => (
          <Select
            {...control}
            value={data.eventId ?? ''}
            onChange={({ target }) => void attach(target.value || null)}
          >
            <option value="">No event: everybody can watch</option>
            {events.data.map(({ id, title }) => (
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
