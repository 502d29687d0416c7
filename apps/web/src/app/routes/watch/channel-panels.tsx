/** The tabs below a stream that most viewers do not open. */

import { ClipsPanel } from '@/features/clips/index.ts';
import { RecentStreams, VideosPanel } from '@/features/discovery/index.ts';
import { EventsPanel } from '@/features/events/index.ts';
import { TiersPanel } from '@/features/memberships/index.ts';
import { t } from '@/lib/messages/t.ts';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { ChannelSchedule } from './channel-schedule.tsx';
import { RecordingPreview } from './previews.tsx';

interface PanelProps {
  username: string;
}

/** Lists the scheduled streams and announced events of a channel, and when it was live before. */
export function Schedule({ username }: PanelProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] gap-x-10 gap-y-8">
      <section aria-labelledby="upcoming" className="flex min-w-0 flex-col gap-4">
        <h3 id="upcoming" className="text-base">
          {t('watch.upcoming')}
        </h3>
        <ChannelSchedule username={username} />
      </section>
      <section aria-labelledby="recently-live" className="flex min-w-0 flex-col gap-4">
        <h3 id="recently-live" className="text-base">
          {t('watch.recentlyLive')}
        </h3>
        <RecentStreams username={username} />
      </section>
    </div>
  );
}

export const Events = EventsPanel;

export const Tiers = ({ username }: PanelProps) => (
  <TiersPanel username={username} onSignedOut={useSignInFirst()} />
);

export const Videos = VideosPanel;

export const Clips = ({ username }: PanelProps) => (
  <ClipsPanel username={username} preview={RecordingPreview} />
);
