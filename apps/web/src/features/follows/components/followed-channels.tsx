import type { FollowedChannel } from '@tributary/contracts/follows';
import type { FeaturedStream } from '@tributary/contracts/live';
import type { ComponentType, ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { ChannelRow, ChannelRowSkeleton } from '@/ui/media/channel-row.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { useFollowing } from '../api/follow.ts';
import { FollowBell } from './follow-bell.tsx';
import { FollowButton } from './follow-button.tsx';

interface FollowedChannelsProps {
  empty: ReactNode;
  /** Renders the live streams. */
  live: ComponentType<{ streams: readonly FeaturedStream[] }>;
}

const ROWS = 'grid grid-cols-1 gap-x-6 gap-y-1 xl:grid-cols-2';

/** The live streams of followed channels, then all of the channels. */
export function FollowedChannels({ empty, live: Live }: FollowedChannelsProps) {
  return (
    <ListFrame query={useFollowing()} skeleton={<RowsSkeleton />} empty={empty}>
      {(channels) => {
        // A channel that went live between two page loads is on both; its first position counts.
        const once = [
          ...new Map(channels.map((channel) => [channel.streamer.id, channel] as const)).values(),
        ];
        const streams = once.flatMap(({ live }) => live ?? []);
        return (
          <>
            <Live streams={streams} />
            <Section title={t('follows.all')}>
              <ul className={ROWS}>
                {once.map((channel) => (
                  <li key={channel.streamer.id}>
                    <FollowedRow channel={channel} />
                  </li>
                ))}
              </ul>
            </Section>
          </>
        );
      }}
    </ListFrame>
  );
}

/** A followed channel, whose notifications are chosen and which is unfollowed in place. */
function FollowedRow({ channel }: { channel: FollowedChannel }) {
  const { streamer, followers, notifications, live } = channel;
  const known = { streamerId: streamer.id, followers, following: true, notifications };
  return (
    <ChannelRow streamer={streamer} followers={followers} note={live && t('ui.live')}>
      <div className="relative z-10 flex gap-1.5">
        <FollowBell streamer={streamer} known={known} size="sm" />
        <FollowButton streamer={streamer} known={known} size="sm" onSignedOut={() => {}} />
      </div>
    </ChannelRow>
  );
}

function RowsSkeleton() {
  return (
    <div className={ROWS}>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <ChannelRowSkeleton key={index} />
      ))}
    </div>
  );
}
