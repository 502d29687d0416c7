import { useQuery } from '@tanstack/react-query';
import type { StreamDetail } from '@tributary/contracts';
import type { ComponentType, ReactNode } from 'react';
import { instanceQuery } from '@/lib/instance.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { useSignal } from '../../api/use-signal.ts';
import { useLatestStream } from '../../api/use-statistics.ts';
import { ViewersPanel } from '../overview/viewers-panel.tsx';
import { SettingsForm } from '../settings/settings-form.tsx';
import { SignalCourse } from '../signal/signal-history.tsx';
import { SignalPanel } from '../signal/signal-panel.tsx';
import { SessionBar } from './stream-bar.tsx';

interface ControlRoomProps {
  /** The channel as viewers see it; null where it cannot be had, undefined while it is fetched. */
  channel: StreamDetail | null | undefined;
  /** Plays what viewers see, in the box around it. */
  preview: ComponentType<{ playbackUrl: string; poster: string | null }>;
  /** To the channel as viewers see it. */
  watchLink: ReactNode;
  /** To the stream key and the guide. */
  setupLink: ReactNode;
}

/** Everything that one looks at and reaches for while live; made to stay open on a second screen. */
export function ControlRoom({ channel, preview: Preview, watchLink, setupLink }: ControlRoomProps) {
  const settings = useStreamSettings();
  const latest = useLatestStream();
  const signal = useSignal();
  const graceSeconds = useQuery(instanceQuery).data?.graceSeconds ?? 30;
  const stream = channel?.state === 'live' || channel?.state === 'interrupted' ? channel.stream : null;
  const session = latest.data?.stream?.id === stream?.id ? latest.data : undefined;
  // All at once: each part is as high as what there is to say, and those beneath it would move.
  if (channel === undefined || ![settings, latest, signal].every(({ isFetched }) => isFetched)) {
    return <Skeleton className="h-[36rem] rounded-media" />;
  }
  return (
    <div className="flex flex-col gap-8">
      <SessionBar stream={stream} watchLink={watchLink} />
      {/* Beneath each other: the picture, what to do about it, then how it was. */}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="relative aspect-video overflow-hidden rounded-media bg-surface-1">
          {stream?.playbackUrl ? (
            <Preview playbackUrl={stream.playbackUrl} poster={stream.thumbnailUrl} />
          ) : (
            <p className="flex size-full items-center justify-center text-balance px-8 text-center text-muted">
              What viewers see plays here, without sound, as soon as your signal arrives.
            </p>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SignalPanel graceSeconds={graceSeconds} />
          <Section title="This stream" aside={setupLink}>
            {settings.data ? (
              <SettingsForm settings={settings.data} />
            ) : settings.isError ? (
              <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
            ) : (
              <Skeleton className="h-64" />
            )}
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <SignalCourse />
          {session?.stream && <ViewersPanel stream={session.stream} samples={session.samples} />}
        </div>
      </div>
    </div>
  );
}
