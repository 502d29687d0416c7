import type { ScheduledStream as Scheduled } from '@tributary/contracts/schedule';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatDuration } from '@/lib/format/appointments.ts';
import { formatDayOfWeek, formatTime } from '@/lib/format/dates.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { DateTile } from '@/ui/date-tile.tsx';

interface ScheduledStreamProps {
  stream: Scheduled;
  /** The name of its channel where the page does not say it. */
  channel?: ReactNode;
  action?: ReactNode;
}

/** A scheduled stream in a list, at the viewer's time. */
export function ScheduledStream({ stream, channel, action }: ScheduledStreamProps) {
  const { title, category, startsAt, durationMinutes, isCanceled, isWeekly } = stream;
  return (
    <div className="relative flex items-center gap-4 rounded-media bg-surface-1 p-3">
      <DateTile at={startsAt} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p
          className={clsx(
            'line-clamp-2 font-semibold [overflow-wrap:anywhere]',
            isCanceled ? 'text-muted line-through' : 'text-ink',
          )}
        >
          <bdi>{title}</bdi>
        </p>
        {channel}
        <p className="text-muted text-sm tabular-nums">
          <time dateTime={startsAt}>
            {t('schedule.when', {
              day: formatDayOfWeek(startsAt),
              time: formatTime(startsAt),
              duration: formatDuration(durationMinutes),
            })}
          </time>
        </p>
        {(category !== null || isWeekly || isCanceled) && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
            {isCanceled && <Badge>{t('schedule.canceled')}</Badge>}
            {isWeekly && !isCanceled && <Badge>{t('schedule.weekly')}</Badge>}
            {category !== null && categoryName(category)}
          </p>
        )}
      </div>
      {action && <div className="relative shrink-0">{action}</div>}
    </div>
  );
}
