import type { StreamDetail } from '@tributary/contracts/live';
import type { ComponentType, ReactNode } from 'react';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { useIngestHealth } from '../../api/use-ingest-health.ts';
import { useLatestStream } from '../../api/use-statistics.ts';
import { IngestHealthHistory } from '../ingest-health/ingest-health-history.tsx';
import { IngestHealthPanel } from '../ingest-health/ingest-health-panel.tsx';
import { ViewersPanel } from '../overview/viewers-panel.tsx';
import { Checklist } from './checklist.tsx';

interface StreamStageProps {
  /** The channel as viewers see it: null if it can't be loaded, undefined while loading. */
  channel: StreamDetail | null | undefined;
  /** Null: there is nothing to play. */
  playbackUrl: string | null;
  /** Plays the stream as viewers see it. */
  preview: ComponentType<{ playbackUrl: string; poster: string | null }>;
  /** The links of the steps to a first stream. */
  links: { readonly setup: (words: string) => ReactNode; readonly profile: (words: string) => ReactNode };
  /** The link to stream key and setup. */
  setupLink: ReactNode;
  /** The setting of who can watch, if an event decides it. */
  audience: ReactNode;
}

/** The stream as viewers see it, and its ingest health, in a column that scrolls by itself. */
export function StreamStage({
  channel,
  playbackUrl,
  preview: Preview,
  links,
  setupLink,
  audience,
}: StreamStageProps) {
  const settings = useStreamSettings();
  const latest = useLatestStream();
  const health = useIngestHealth();
  const graceSeconds = useInstance().data?.graceSeconds ?? 30;
  const stream = channel?.state === 'live' || channel?.state === 'interrupted' ? channel.stream : null;
  const session = latest.data?.stream?.id === stream?.id ? latest.data : undefined;
  const isFirst = latest.data?.stream === null;
  // Show all parts at once: their heights differ, and those below would move.
  if (channel === undefined || ![settings, latest, health].every(({ isFetched }) => isFetched)) {
    return <Skeleton className="h-full rounded-media" />;
  }
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it.
      tabIndex={0}
      aria-label={t('studio.tab.stream')}
      className="flex h-full flex-col gap-3 overflow-y-auto rounded-media [scrollbar-width:thin] focus-visible:-outline-offset-2 max-md:px-4 max-md:pb-4"
    >
      <div className="relative aspect-video w-full shrink-0 overflow-hidden rounded-media bg-surface-1">
        {stream && playbackUrl !== null ? (
          <Preview playbackUrl={playbackUrl} poster={stream.thumbnailUrl} />
        ) : (
          <p className="flex size-full items-center justify-center text-balance px-8 text-center text-muted">
            {stream?.isHidden ? t('channels.studio.hidden') : t('channels.studio.waiting')}
          </p>
        )}
      </div>
      {isFirst && (
        <Checklist
          settings={settings.data}
          hasPicture={channel?.streamer.avatarUrl != null}
          isReceiving={health.data?.state === 'receiving'}
          links={links}
        />
      )}
      <IngestHealthPanel graceSeconds={graceSeconds} watchLink={null} />
      {!stream && <div>{setupLink}</div>}
      {audience}
      {stream && <IngestHealthHistory />}
      {session?.stream && <ViewersPanel stream={session.stream} samples={session.samples} />}
    </section>
  );
}
