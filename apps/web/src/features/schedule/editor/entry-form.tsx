import { type ScheduleEdit, type ScheduleEntry, scheduleEdit } from '@tributary/contracts/schedule';
import { call } from '@/lib/api/client.ts';
import { formatDuration } from '@/lib/format/appointments.ts';
import { momentOf } from '@/lib/format/zoned-time.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Switch } from '@/ui/forms/switch.tsx';
import { ownZone, ZoneField } from '@/ui/forms/zone-field.tsx';
import { editOf, emptyValues, FIELD_OF, valuesOf, weekdaysOf } from './entry-values.ts';
import { TopicFields } from './topic-fields.tsx';
import { useScheduleChange } from './use-schedule-change.ts';
import { WeekdayField } from './weekday-field.tsx';

interface EntryFormProps {
  /** Null for a new entry. */
  entry: ScheduleEntry | null;
  onSaved: () => void;
  onCancel: () => void;
}

/** The details of a scheduled stream, once or weekly. Its time is entered in its time zone. */
export function EntryForm({ entry, onSaved, onCancel }: EntryFormProps) {
  const save = useScheduleChange((body: ScheduleEdit) =>
    entry
      ? call('PUT /api/me/schedule/:id', { params: { id: entry.id }, body })
      : call('POST /api/me/schedule', { body }),
  );
  const { form, submit, errors, busy } = useProblemForm({
    schema: scheduleEdit,
    defaultValues: entry ? valuesOf(entry) : emptyValues(ownZone()),
    text: { editOf, fieldOf: FIELD_OF },
    send: save.mutateAsync,
    onSaved,
    failure: t('schedule.form.notSaved'),
  });
  const { startsOn, time, timezone, minutes, isWeekly, weekdays } = form.watch();
  const dirty = { shouldDirty: true } as const;
  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <TopicFields title={form.register('title')} category={form.register('category')} errors={errors} />
      <div className="grid gap-x-4 gap-y-3 @sm:grid-cols-2">
        <Field
          label={t(isWeekly ? 'schedule.form.firstDay' : 'schedule.form.day')}
          error={errors.startsOn?.message}
        >
          {(control) => <Input {...control} {...form.register('startsOn')} type="date" />}
        </Field>
        <Field label={t('schedule.form.time')} error={errors.time?.message}>
          {(control) => <Input {...control} {...form.register('time')} type="time" />}
        </Field>
      </div>
      <Field
        label={t('schedule.form.zone')}
        error={errors.timezone?.message}
        hint={isWeekly && t('schedule.form.zoneHint')}
      >
        {(control) => (
          <ZoneField
            control={control}
            zone={timezone}
            at={momentOf({ date: startsOn, time }, timezone)}
            onChange={(zone) => form.setValue('timezone', zone, dirty)}
          />
        )}
      </Field>
      <Field
        label={t('schedule.form.minutes')}
        error={errors.minutes?.message}
        hint={Number(minutes) >= 60 && formatDuration(Math.floor(Number(minutes)))}
      >
        {(control) => (
          <Input {...control} {...form.register('minutes')} inputMode="numeric" className="tabular-nums" />
        )}
      </Field>
      <Switch
        label={t('schedule.form.weekly')}
        checked={isWeekly}
        onChange={(next) => form.setValue('isWeekly', next, dirty)}
      />
      {isWeekly && (
        <>
          <WeekdayField
            days={weekdaysOf(weekdays, startsOn)}
            onChange={(next) => form.setValue('weekdays', next, dirty)}
          />
          <Field
            label={t('schedule.form.lastDay')}
            error={errors.endsOn?.message}
            hint={t('schedule.form.lastDayHint')}
          >
            {(control) => <Input {...control} {...form.register('endsOn')} type="date" />}
          </Field>
        </>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t(entry ? 'schedule.form.save' : 'schedule.form.add')}
        </Button>
      </div>
    </form>
  );
}
