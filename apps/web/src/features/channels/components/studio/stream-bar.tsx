import type { StreamDetail, StreamState } from '@tributary/contracts/live';
import type { ReactNode } from 'react';
import { formatCount } from '@/lib/format.ts';
import { t } from '@/lib/messages/t.ts';
import { ViewerCount } from '@/ui/media/viewer-count.tsx';
import { Uptime } from '@/ui/time.tsx';
import { useLatestStream } from '../../api/use-statistics.ts';
import { StateBadge } from '../state-badge.tsx';
import { StopStream } from './stop-stream.tsx';

interface StreamBarProps {
  state: StreamState;
  /** Null while offline. */
  stream: NonNullable<StreamDetail['stream']> | null;
  watchLink: ReactNode;
}

/** Whether the channel is live, for how long, and with how many viewers. */
export function StreamBar({ state, stream, watchLink }: StreamBarProps) {
  const latest = useLatestStream().data?.stream;
  const peak = Math.max(
    stream?.currentViewers ?? 0,
    latest?.id === stream?.id ? (latest?.peakViewers ?? 0) : 0,
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-lg text-muted">
        <StateBadge state={state} />
        {stream && (
          <>
            <Uptime startedAt={stream.startedAt} />
            <ViewerCount viewers={stream.currentViewers} size={18} />
            {peak > 0 && (
              <span className="text-base tabular-nums">
                {t('channels.bar.peak', { shown: formatCount(peak) })}
              </span>
            )}
          </>
        )}
      </div>
      {stream && (
        <div className="flex flex-wrap gap-3">
          {watchLink}
          <StopStream />
        </div>
      )}
    </div>
  );
}
