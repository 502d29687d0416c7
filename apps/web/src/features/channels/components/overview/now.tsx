import type { StreamDetail } from '@tributary/contracts/live';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { ViewerCount } from '@/ui/media/viewer-count.tsx';
import { Uptime } from '@/ui/time.tsx';
import type { NextStep } from '../../engine/overview.ts';
import { StateBadge } from '../state-badge.tsx';

const STEPS: Record<NextStep, string> = {
  'go-live': t('channels.next.goLive'),
  'restore-ingest': t('channels.next.restore'),
  'fix-ingest': t('channels.next.fix'),
  'add-tags': t('channels.next.tags'),
  'watch-ingest': t('channels.next.watch'),
  'go-live-again': t('channels.next.again'),
};

interface NowProps {
  /** The channel as viewers see it; null if it can't be loaded. */
  channel: StreamDetail | null;
  step: NextStep;
  /** The links for a step, most useful first. */
  links: (step: NextStep) => ReactNode;
}

/** Whether the channel is live, and what to do next. */
export function Now({ channel, step, links }: NowProps) {
  const stream = channel?.state === 'live' || channel?.state === 'interrupted' ? channel.stream : null;
  return (
    <section
      aria-label={t('channels.status')}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-media bg-surface-1 p-5 sm:p-6"
    >
      <div className="flex min-w-0 max-w-[60ch] flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          <StateBadge state={channel?.state ?? 'offline'} />
          {stream && (
            <>
              <ViewerCount viewers={stream.currentViewers} />
              <Uptime startedAt={stream.startedAt} />
            </>
          )}
        </div>
        {stream && (
          <p className="font-display font-semibold text-lg [overflow-wrap:anywhere]">
            <bdi>{stream.title}</bdi>
          </p>
        )}
        <p className="text-muted">{STEPS[step]}</p>
      </div>
      <div className="flex flex-wrap gap-3">{links(step)}</div>
    </section>
  );
}
