import {
  EVENT_PRICE_MAX_CENTS,
  EVENT_PRICE_MIN_CENTS,
  type EventEdit,
  eventEdit,
  type OwnEvent,
} from '@tributary/contracts/events';
import { call } from '@/lib/api/client.ts';
import { formatAppointment, formatDuration } from '@/lib/format/appointments.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { ownZone, ZoneField } from '@/ui/forms/zone-field.tsx';
import { timesOf } from '../event-time.ts';
import { useEventChange } from '../queries.ts';
import { editOf, emptyValues, FIELD_OF, valuesOf } from './event-form-values.ts';

interface EventFormProps {
  /** Null for a new event. */
  event: OwnEvent | null;
  currency: string;
  onSaved: (event: OwnEvent) => void;
}

/** The details of an event. Date and time are entered in the event's time zone. */
export function EventForm({ event, currency, onSaved }: EventFormProps) {
  const save = useEventChange((body: EventEdit) =>
    event
      ? call('PUT /api/me/events/:id', { params: { id: event.id }, body })
      : call('POST /api/me/events', { body }),
  );
  const { form, submit, errors, busy } = useProblemForm({
    schema: eventEdit,
    values: event ? valuesOf(event) : emptyValues(ownZone()),
    text: { editOf, currency, fieldOf: FIELD_OF },
    send: save.mutateAsync,
    valuesOf,
    onSaved,
    failure: t('events.form.notSaved'),
  });
  const values = form.watch();
  const { eventDate } = editOf(values);
  const hasStarted = event?.status === 'live';
  const hasBuyers = (event?.totalTicketsSold ?? 0) > 0;

  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <Field label={t('events.form.title')} error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
      </Field>
      <Field
        label={t('events.form.description')}
        error={errors.description?.message}
        hint={t('events.form.descriptionHint')}
      >
        {(control) => <Textarea {...control} {...form.register('description')} dir="auto" />}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <Field
          label={t('events.form.date')}
          error={errors.date?.message}
          hint={hasStarted && t('events.form.started')}
        >
          {(control) => <Input {...control} {...form.register('date')} type="date" readOnly={hasStarted} />}
        </Field>
        <Field label={t('events.form.time')} error={errors.time?.message}>
          {(control) => <Input {...control} {...form.register('time')} type="time" readOnly={hasStarted} />}
        </Field>
      </div>
      <Field
        label={t('events.form.zone')}
        error={errors.timezone?.message}
        hint={inBothZones(editOf(values)) ?? t('events.form.zoneHint')}
      >
        {(control) => (
          <ZoneField
            control={control}
            zone={values.timezone}
            at={eventDate === '' ? null : eventDate}
            onChange={(zone) => form.setValue('timezone', zone, { shouldDirty: true })}
          />
        )}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <Field
          label={t('events.form.minutes')}
          error={errors.minutes?.message}
          hint={Number(values.minutes) >= 60 && formatDuration(Math.floor(Number(values.minutes)))}
        >
          {(control) => (
            <Input {...control} {...form.register('minutes')} inputMode="numeric" className="tabular-nums" />
          )}
        </Field>
        <Field
          label={t('events.form.price', { currency })}
          error={errors.price?.message}
          hint={priceHint(hasBuyers, currency)}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('price')}
              inputMode="decimal"
              readOnly={hasBuyers}
              className="tabular-nums"
            />
          )}
        </Field>
        <Field
          label={t('events.form.capacity')}
          error={errors.capacity?.message}
          hint={t('events.form.capacityHint')}
        >
          {(control) => (
            <Input {...control} {...form.register('capacity')} inputMode="numeric" className="tabular-nums" />
          )}
        </Field>
      </div>
      <div className="mt-3">
        <Button type="submit" busy={busy} disabled={event !== null && !form.formState.isDirty}>
          {event ? t('events.form.save') : t('events.form.saveDraft')}
        </Button>
      </div>
    </form>
  );
}

function priceHint(isFixed: boolean, currency: string): string {
  if (isFixed) return t('events.form.priceFixed');
  return t('events.form.priceRange', {
    min: formatMoney(EVENT_PRICE_MIN_CENTS, currency),
    max: formatMoney(EVENT_PRICE_MAX_CENTS, currency),
  });
}

/** The entered time, in the event's and in the creator's time zone. */
function inBothZones({ eventDate, timezone }: EventEdit): string | null {
  if (eventDate === '') return null;
  const { yours, theirs } = timesOf(eventDate, timezone);
  return theirs === null
    ? formatAppointment(eventDate, timezone)
    : t('events.form.bothZones', { theirs, yours });
}
