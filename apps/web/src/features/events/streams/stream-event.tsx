import type { OwnEvent } from '@tributary/contracts/events';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useStreamEvent } from '../queries.ts';
import { EventAudience } from './stream-audience.tsx';

const LEAD = t('events.stream.lead');

function useAttach() {
  const set = useApiMutation('PUT /api/me/stream-event', {
    answers: apiQuery('GET /api/me/stream-event'),
    failure: t('events.audience.notChanged'),
    onSuccess: ({ eventId }) =>
      void toast.success(eventId ? t('events.stream.onlyHolders') : t('events.stream.noEvent')),
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
      <Setting title={t('events.stream.title')} lead={LEAD}>
        <EventAudience event={event} stream={data} />
      </Setting>
    );
  }
  return (
    <Setting title={t('events.stream.title')} lead={LEAD}>
      <Switch
        label={t('events.stream.belongs')}
        hint={t('events.stream.belongsHint')}
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
    <Setting title={t('events.event')} lead={LEAD}>
      <Field label={t('events.stream.belongsTo')}>
        {(control) => (
          <Select
            {...control}
            value={data.eventId ?? ''}
            onChange={({ target }) => attach(target.value || null)}
          >
            <option value="">{t('events.stream.none')}</option>
            {isOver && <option value={data.eventId ?? ''}>{t('events.stream.over')}</option>}
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
