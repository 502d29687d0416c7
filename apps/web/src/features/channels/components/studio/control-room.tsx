import type { StreamDetail } from '@tributary/contracts/live';
import type { ComponentType, ReactNode } from 'react';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { useIngestHealth } from '../../api/use-ingest-health.ts';
import { useLatestStream } from '../../api/use-statistics.ts';
import { IngestHealthHistory } from '../ingest-health/ingest-health-history.tsx';
import { IngestHealthPanel } from '../ingest-health/ingest-health-panel.tsx';
import { ViewersPanel } from '../overview/viewers-panel.tsx';
import { SavedSettingsForm } from '../settings/stream-settings.tsx';
import { StreamBar } from './stream-bar.tsx';

interface ControlRoomProps {
  /** The channel as viewers see it: null if it can't be loaded, undefined while loading. */
  channel: StreamDetail | null | undefined;
  /** Null: there is nothing to play. */
  playbackUrl: string | null;
  /** Plays the stream as viewers see it. */
  preview: ComponentType<{ playbackUrl: string; poster: string | null }>;
  /** The link to the stream page. */
  watchLink: ReactNode;
  /** The link to stream key and setup. */
  setupLink: ReactNode;
  /** Who can watch, where an event decides it. */
  audience: ReactNode;
}

/** Everything that a streamer needs while live, made to stay open on a second screen. */
export function ControlRoom({
  channel,
  playbackUrl,
  preview: Preview,
  watchLink,
  setupLink,
  audience,
}: ControlRoomProps) {
  const settings = useStreamSettings();
  const latest = useLatestStream();
  const health = useIngestHealth();
  const graceSeconds = useInstance().data?.graceSeconds ?? 30;
  const stream = channel?.state === 'live' || channel?.state === 'interrupted' ? channel.stream : null;
  const session = latest.data?.stream?.id === stream?.id ? latest.data : undefined;
  // Show all parts at once: their heights differ, and those below would move.
  if (channel === undefined || ![settings, latest, health].every(({ isFetched }) => isFetched)) {
    return <Skeleton className="h-[36rem] rounded-media" />;
  }
  return (
    <div className="flex flex-col gap-8">
      <StreamBar state={channel?.state ?? 'offline'} stream={stream} watchLink={watchLink} />
      {/* On phones: the preview, then the signal and settings, then the history. */}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="relative aspect-video overflow-hidden rounded-media bg-surface-1">
          {stream && playbackUrl !== null ? (
            <Preview playbackUrl={playbackUrl} poster={stream.thumbnailUrl} />
          ) : (
            <p className="flex size-full items-center justify-center text-balance px-8 text-center text-muted">
              {stream?.isHidden ? t('channels.studio.hidden') : t('channels.studio.waiting')}
            </p>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <IngestHealthPanel graceSeconds={graceSeconds} />
          {audience}
          <Section title={t('channels.studio.thisStream')} aside={setupLink}>
            {settings.data ? (
              <SavedSettingsForm settings={settings.data} />
            ) : settings.isError ? (
              <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
            ) : (
              <Skeleton className="h-64" />
            )}
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <IngestHealthHistory />
          {session?.stream && <ViewersPanel stream={session.stream} samples={session.samples} />}
        </div>
      </div>
    </div>
  );
}
