import type { OwnScheduledStream, ScheduledStreamEdit, ScheduleEntry } from '@tributary/contracts/schedule';
import { clsx } from 'clsx';
import { Bell, Pencil, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { formatDayOfWeek, formatTime } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { StreamForm } from './stream-form.tsx';
import { useScheduleChange } from './use-schedule-change.ts';

/** The streams shown before the others are asked for. */
const FIRST = 3;

/** The streams of an entry, each of which can be changed, skipped and planned again. */
export function ComingStreams({ entry }: { entry: ScheduleEntry }) {
  const [all, setAll] = useState(false);
  const [edited, setEdited] = useState<OwnScheduledStream | null>(null);
  const close = () => setEdited(null);
  const shown = all ? entry.streams : entry.streams.slice(0, FIRST);
  const hidden = entry.streams.length - shown.length;
  return (
    <div className="flex flex-col gap-1">
      <ul className="divide-y divide-line">
        {shown.map((stream) => (
          <li key={stream.id}>
            <Coming entry={entry} stream={stream} onEdit={() => setEdited(stream)} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" size="sm" className="self-start" onClick={() => setAll(true)}>
          {t('schedule.entry.more', { count: hidden })}
        </Button>
      )}
      {edited && (
        <Dialog
          open
          onOpenChange={close}
          title={t('schedule.entry.changeOne')}
          description={t('schedule.entry.changeOneLead')}
        >
          <StreamForm stream={edited} timezone={entry.timezone} onSaved={close} onCancel={close} />
        </Dialog>
      )}
    </div>
  );
}

interface ComingProps {
  entry: ScheduleEntry;
  stream: OwnScheduledStream;
  onEdit: () => void;
}

function Coming({ entry, stream, onEdit }: ComingProps) {
  const { id, title, startsAt, isCanceled, isChanged, reminders } = stream;
  const day = formatDayOfWeek(startsAt);
  const change = useScheduleChange(
    (body: ScheduledStreamEdit) => call('PUT /api/me/scheduled-streams/:id', { params: { id }, body }),
    t('schedule.form.notSaved'),
  );
  const setCanceled = (canceled: boolean) => {
    const { category, durationMinutes } = stream;
    change.mutate({ title, category, startsAt, durationMinutes, isCanceled: canceled });
  };
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <time
          dateTime={startsAt}
          className={clsx('whitespace-nowrap tabular-nums', isCanceled && 'text-muted line-through')}
        >
          {t('schedule.entry.at', { day, time: formatTime(startsAt) })}
        </time>
        {title !== entry.title && <bdi className="min-w-0 truncate text-muted text-sm">{title}</bdi>}
        {isCanceled && <Badge>{t('schedule.canceled')}</Badge>}
        {isChanged && !isCanceled && <Badge tone="accent">{t('schedule.entry.changed')}</Badge>}
        {reminders > 0 && (
          <span
            className="inline-flex items-center gap-1 text-muted text-sm"
            title={t('schedule.entry.reminders', { count: reminders })}
          >
            <Bell size={14} aria-hidden="true" />
            <span aria-hidden="true" className="tabular-nums">
              {reminders}
            </span>
            <span className="sr-only">{t('schedule.entry.reminders', { count: reminders })}</span>
          </span>
        )}
      </span>
      <span className="flex items-center gap-1">
        {!isCanceled && (
          <Button variant="quiet" size="icon" onClick={onEdit} title={t('schedule.entry.change')}>
            <Pencil size={17} aria-hidden="true" />
            <span className="sr-only">{t('schedule.entry.changeOn', { day })}</span>
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          busy={change.isPending}
          onClick={() => setCanceled(!isCanceled)}
          title={t(isCanceled ? 'schedule.entry.restore' : 'schedule.entry.skip')}
        >
          {isCanceled ? <RotateCcw size={17} aria-hidden="true" /> : <X size={17} aria-hidden="true" />}
          <span className="sr-only">
            {isCanceled ? t('schedule.entry.restoreOn', { day }) : t('schedule.entry.skipOn', { day })}
          </span>
        </Button>
      </span>
    </div>
  );
}
