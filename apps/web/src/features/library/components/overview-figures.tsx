import { Link } from '@tanstack/react-router';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { formatWatched } from '../engine/format-watched.ts';

/** The numbers of followed, saved and watched items, linked to their lists. */
export function OverviewFigures() {
  const { data, error, refetch } = useApi('GET /api/me/viewer-overview', {}, { staleTime: 0 });
  if (!data && error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <ul className="grid gap-px overflow-hidden rounded-media bg-line sm:grid-cols-3">
      <Figure
        to="/dashboard/viewer/following"
        label={t('library.figure.following', { count: data?.following ?? 0 })}
        figure={data && formatCount(data.following)}
        note={
          data &&
          (data.live > 0
            ? t('library.figure.live', { shown: formatCount(data.live) })
            : t('library.figure.noneLive'))
        }
        lively={(data?.live ?? 0) > 0}
      />
      <Figure
        to="/dashboard/viewer/saved"
        label={t('library.figure.saved', { count: data?.saved ?? 0 })}
        figure={data && formatCount(data.saved)}
        note={data && (data.saved > 0 ? t('library.figure.ready') : t('library.figure.saveOne'))}
      />
      <Figure
        to="/dashboard/viewer/history"
        label={t('library.figure.watched')}
        figure={
          data &&
          (data.secondsWatched < 60
            ? t('library.duration.minutes', { minutes: '0' })
            : formatWatched(data.secondsWatched))
        }
        note={
          data && t('library.figure.inStreams', { count: data.watched, shown: formatCount(data.watched) })
        }
      />
    </ul>
  );
}

interface FigureProps {
  to: '/dashboard/viewer/following' | '/dashboard/viewer/saved' | '/dashboard/viewer/history';
  label: string;
  /** Undefined while loading. */
  figure: string | undefined;
  note: string | undefined;
  lively?: boolean;
}

function Figure({ to, label, figure, note, lively = false }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full flex-col gap-1 bg-surface-1 px-5 py-4 text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 focus-visible:-outline-offset-2"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-display font-semibold text-xl tabular-nums">
            {figure ?? <Skeleton className="inline-block h-5 w-14" />}
          </span>
          <span className="text-muted">{label}</span>
        </span>
        <span className="flex min-h-5 items-center gap-1.5 text-muted text-sm tabular-nums">
          {lively && <span aria-hidden="true" className="size-2 rounded-full bg-live" />}
          {note}
        </span>
      </Link>
    </li>
  );
}
