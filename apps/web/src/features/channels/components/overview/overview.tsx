import type { StreamDetail, StreamStatistics } from '@tributary/contracts/live';
import { numberFormat } from '@tributary/messages/format';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { type Figure, Figures } from '@/ui/figures.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { useIngestHealth } from '../../api/use-ingest-health.ts';
import { useLatestStream, usePastStreams } from '../../api/use-statistics.ts';
import {
  formatAverage,
  formatHours,
  gainedIn,
  type NextStep,
  nextStep,
  trend,
} from '../../engine/overview.ts';
import { FollowersPanel } from './followers-panel.tsx';
import { Now } from './now.tsx';
import { PastStreams } from './past-streams.tsx';
import { ViewersPanel } from './viewers-panel.tsx';

interface OverviewProps {
  /** Null if it can't be loaded, undefined while loading. */
  channel: StreamDetail | null | undefined;
  links: (step: NextStep) => ReactNode;
  /** The button for a first stream. */
  firstStep: ReactNode;
}

/** A channel's status and statistics. */
export function Overview({ channel, links, firstStep }: OverviewProps) {
  const latest = useLatestStream();
  const growth = useApi('GET /api/me/followers/growth');
  const settings = useStreamSettings();
  const health = useIngestHealth();
  const [chosen, setChosen] = useState<StreamStatistics | null>(null);
  const past = useApi(
    'GET /api/me/streams/:id/viewers',
    { params: { id: chosen?.id ?? '' } },
    { enabled: chosen !== null },
  );
  const newest = usePastStreams({});

  const failed = [latest, growth].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  // Show all parts at once: parts that load one by one would move each other.
  const known = [settings, health, newest].every(({ isFetched }) => isFetched);
  if (channel === undefined || !latest.data || !growth.data || !known) return <OverviewSkeleton />;
  const { stream } = latest.data;
  const shown = chosen ? past.data : latest.data;
  const step = nextStep({
    state: channel?.state ?? 'offline',
    warnings: health.data?.warnings.length ?? 0,
    streamed: stream !== null,
    settings: settings.data,
  });
  const before = newest.data?.items.find(({ id }) => id !== stream?.id);
  return (
    <div className="flex flex-col gap-10">
      <Now channel={channel} step={step} links={links} />
      {stream !== null && (
        <Figures
          figures={[
            ...figuresOf(stream, before),
            {
              label: t('channels.followers'),
              value: formatCount(growth.data.followers),
              note: t('channels.followers.week', {
                shown: numberFormat(locale()).format(gainedIn(growth.data, 7)),
              }),
            },
          ]}
        />
      )}
      {stream !== null &&
        (shown?.stream ? (
          <ViewersPanel stream={shown.stream} samples={shown.samples} />
        ) : past.isError ? (
          <ErrorState message={messageOf(past.error)} onRetry={() => void past.refetch()} />
        ) : (
          <Skeleton className="h-80 rounded-media" />
        ))}
      <FollowersPanel growth={growth.data} />
      <PastStreams
        firstStep={firstStep}
        onChoose={(one) => {
          setChosen(one);
          document.querySelector('main')?.scrollIntoView();
        }}
      />
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label={t('channels.loading')} className="flex flex-col gap-10">
      <Skeleton className="h-64 rounded-media sm:h-36" />
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-36 rounded-media" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-media" />
    </div>
  );
}

/** The figures of the live or last stream, compared with the one before it. */
function figuresOf(stream: StreamStatistics, before: StreamStatistics | undefined): Figure[] {
  const running = stream.endedAt === null;
  const of = { running: running ? 'yes' : 'no' } as const;
  return [
    {
      label: t('channels.figure.peak', of),
      value: formatCount(stream.peakViewers),
      // Peak and hours only grow during a stream, so comparing them would mislead.
      note: !running && trend('peakViewers', stream, before),
    },
    {
      label: t('channels.figure.average', of),
      value: formatAverage(stream.averageViewers),
      note: trend('averageViewers', stream, before),
    },
    {
      label: t('channels.figure.hours', of),
      value: formatHours(stream.watchedSeconds),
      note: !running && trend('watchedSeconds', stream, before),
    },
  ];
}
