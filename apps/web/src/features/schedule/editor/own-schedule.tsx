import type { ScheduleEntry } from '@tributary/contracts/schedule';
import { CalendarPlus, CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatDuration } from '@/lib/format/appointments.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { CalendarSubscription } from '../calendar-subscription.tsx';
import { ComingStreams } from './coming-streams.tsx';
import { EntryForm } from './entry-form.tsx';
import { useScheduleChange } from './use-schedule-change.ts';
import { weekdayNames } from './weekdays.ts';

/** The schedule of the creator's channel. */
export function OwnSchedule({ username }: { username: string }) {
  const schedule = useApi('GET /api/me/schedule', {}, { refetchInterval: 60_000 });
  /** The edited entry, or a new one. */
  const [edited, setEdited] = useState<ScheduleEntry | 'new' | null>(null);
  const close = () => setEdited(null);
  const add = (
    <Button onClick={() => setEdited('new')}>
      <CalendarPlus size={17} aria-hidden="true" />
      {t('schedule.own.add')}
    </Button>
  );
  return (
    <Loaded query={schedule} height="h-96">
      {({ entries }) => (
        <div ref={keepFocus} className="flex flex-col gap-6">
          {entries.length === 0 ? (
            <EmptyState icon={CalendarRange} title={t('schedule.own.none')} actions={add}>
              {t('schedule.own.noneLead')}
            </EmptyState>
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                {add}
                <CalendarSubscription username={username} />
              </div>
              <ul className="flex flex-col gap-4">
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <Entry entry={entry} onEdit={() => setEdited(entry)} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {edited !== null && (
            <Dialog
              open
              onOpenChange={close}
              title={t(edited === 'new' ? 'schedule.own.add' : 'schedule.own.edit')}
              description={t(edited === 'new' ? 'schedule.own.addLead' : 'schedule.own.editLead')}
            >
              <EntryForm entry={edited === 'new' ? null : edited} onSaved={close} onCancel={close} />
            </Dialog>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Entry({ entry, onEdit }: { entry: ScheduleEntry; onEdit: () => void }) {
  const { id, title, category, timezone, durationMinutes, weekdays } = entry;
  const remove = useScheduleChange(() => call('DELETE /api/me/schedule/:id', { params: { id } }));
  const facts = [
    weekdays.length > 0
      ? t('schedule.entry.weekly', { days: weekdayNames(weekdays) })
      : t('schedule.entry.once'),
    formatDuration(durationMinutes),
    timezone.replaceAll('_', ' '),
    ...(category === null ? [] : [categoryName(category)]),
  ];
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-media bg-surface-1 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-base [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h2>
          <p className="text-muted text-sm">{facts.join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onEdit}>
            {t('schedule.entry.edit')}
          </Button>
          <ConfirmButton
            label={t('schedule.entry.remove')}
            button={{ size: 'sm', variant: 'quiet' }}
            title={t('schedule.entry.removeTitle')}
            description={t('schedule.entry.removeLead')}
            confirm={t('schedule.entry.remove')}
            cancel={t('schedule.entry.keep')}
            onConfirm={() => remove.mutateAsync(undefined)}
            done={t('schedule.entry.removed')}
            failure={t('schedule.entry.notRemoved')}
          />
        </div>
      </div>
      <ComingStreams entry={entry} />
    </section>
  );
}
