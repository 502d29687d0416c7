import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useApiPages } from '@/lib/api/use-api.ts';
import { formatDayOfWeek, formatTime } from '@/lib/format/dates.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';

/** The days and times at which a channel was live, the latest first. They say when to expect it. */
export function RecentStreams({ username }: { username: string }) {
  return (
    <ListFrame
      query={useApiPages('GET /api/streamers/:username/streams', { params: { username }, query: {} })}
      skeleton={<Skeleton className="h-48 rounded-media" />}
      empty={
        <EmptyState icon={History} title={t('discovery.recent.none')}>
          {t('discovery.recent.noneLead')}
        </EmptyState>
      }
    >
      {(streams) => (
        <ul className="flex flex-col gap-1">
          {streams.map(({ id, slug, title, startedAt, durationSeconds }) => (
            <li key={id}>
              <Link
                to="/s/$username/$slug"
                params={{ username, slug }}
                className="-mx-3 flex items-center gap-4 rounded-control px-3 py-2 text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-1"
              >
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-medium">{title}</bdi>
                  <time dateTime={startedAt} className="text-muted text-sm tabular-nums">
                    {formatDayOfWeek(startedAt)}, {formatTime(startedAt)}
                  </time>
                </span>
                <span className="text-faint text-sm tabular-nums">
                  <span className="sr-only">{t('discovery.past.lasted')} </span>
                  {formatClock(durationSeconds)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
