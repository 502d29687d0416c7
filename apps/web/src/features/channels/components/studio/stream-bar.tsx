import type { StreamDetail, StreamState } from '@tributary/contracts/live';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatViewers } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { ViewerCount } from '@/ui/media/viewer-count.tsx';
import { Uptime } from '@/ui/time.tsx';
import { useLatestStream } from '../../api/use-statistics.ts';
import { StateBadge } from '../state-badge.tsx';
import { StopStream } from './stop-stream.tsx';
import { StreamDetails } from './stream-details.tsx';

interface StreamBarProps {
  state: StreamState;
  /** Null while offline. */
  stream: NonNullable<StreamDetail['stream']> | null;
  watchLink: ReactNode;
  /** Small buttons for actions while live. */
  actions: ReactNode;
}

/** Whether the channel is live, for how long, with how many viewers, what its title is, and what can be done. */
export function StreamBar({ state, stream, watchLink, actions }: StreamBarProps) {
  const latest = useLatestStream().data?.stream;
  const peak = Math.max(
    stream?.currentViewers ?? 0,
    latest?.id === stream?.id ? (latest?.peakViewers ?? 0) : 0,
  );
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 pt-3 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
        <StateBadge state={state} />
        {stream && (
          <>
            {stream.currentViewers > 0 ? <ViewerCount viewers={stream.currentViewers} /> : <NoViewers />}
            <Uptime startedAt={stream.startedAt} />
            {peak > 0 && (
              <span className="text-sm tabular-nums max-md:hidden">
                {t('channels.bar.peak', { shown: formatCount(peak) })}
              </span>
            )}
          </>
        )}
      </div>
      <StreamDetails />
      {stream && (
        <div className="flex gap-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:pb-1 max-md:[scrollbar-width:none] md:ms-auto md:flex-wrap md:justify-end">
          {actions}
          {watchLink}
          <StopStream />
        </div>
      )}
    </div>
  );
}

/** A creator who waits for the first viewer looks for the number. */
const NoViewers = () => (
  <span className="flex items-center gap-1.5 tabular-nums">
    <Users size={17} strokeWidth={2.4} aria-hidden="true" />
    <span aria-hidden="true">0</span>
    <span className="sr-only">{formatViewers(0)}</span>
  </span>
);
