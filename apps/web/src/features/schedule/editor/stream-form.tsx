import {
  type OwnScheduledStream,
  type ScheduledStreamEdit,
  scheduledStreamEdit,
} from '@tributary/contracts/schedule';
import { call } from '@/lib/api/client.ts';
import { wholeOf } from '@/lib/format/number-fields.ts';
import { localTimeOf, momentOf } from '@/lib/format/zoned-time.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { categoryOf } from './entry-values.ts';
import { TopicFields } from './topic-fields.tsx';
import { useScheduleChange } from './use-schedule-change.ts';

interface StreamFormProps {
  stream: OwnScheduledStream;
  /** The time zone of its entry, in which its time is entered. */
  timezone: string;
  onSaved: () => void;
  onCancel: () => void;
}

interface StreamValues {
  title: string;
  category: string;
  date: string;
  time: string;
  minutes: string;
}

/** Changes one scheduled stream and leaves the others of its entry as they are. */
export function StreamForm({ stream, timezone, onSaved, onCancel }: StreamFormProps) {
  const { id, isCanceled } = stream;
  const save = useScheduleChange((body: ScheduledStreamEdit) =>
    call('PUT /api/me/scheduled-streams/:id', { params: { id }, body }),
  );
  const { form, submit, errors, busy } = useProblemForm({
    schema: scheduledStreamEdit,
    defaultValues: {
      title: stream.title,
      category: stream.category ?? '',
      ...localTimeOf(stream.startsAt, timezone),
      minutes: String(stream.durationMinutes),
    },
    text: {
      editOf: ({ title, category, date, time, minutes }: StreamValues) => ({
        title,
        category: categoryOf(category),
        startsAt: momentOf({ date, time }, timezone) ?? '',
        durationMinutes: wholeOf(minutes),
        isCanceled,
      }),
      fieldOf: { startsAt: 'date', durationMinutes: 'minutes' },
    },
    send: save.mutateAsync,
    onSaved,
    failure: t('schedule.form.notSaved'),
  });
  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <TopicFields title={form.register('title')} category={form.register('category')} errors={errors} />
      <div className="grid gap-x-4 gap-y-3 @sm:grid-cols-2">
        <Field label={t('schedule.form.day')} error={errors.date?.message}>
          {(control) => <Input {...control} {...form.register('date')} type="date" />}
        </Field>
        <Field
          label={t('schedule.form.time')}
          error={errors.time?.message}
          hint={timezone.replaceAll('_', ' ')}
        >
          {(control) => <Input {...control} {...form.register('time')} type="time" />}
        </Field>
      </div>
      <Field label={t('schedule.form.minutes')} error={errors.minutes?.message}>
        {(control) => (
          <Input {...control} {...form.register('minutes')} inputMode="numeric" className="tabular-nums" />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('schedule.form.save')}
        </Button>
      </div>
    </form>
  );
}
