import type { FeaturedStream } from '@tributary/contracts/live';
import type { ComponentType, ReactNode } from 'react';
import { Section } from '@/ui/layout.tsx';
import { ChannelRow, ChannelRowSkeleton } from '@/ui/media/channel-row.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { useFollowing } from '../api/follow.ts';
import { FollowButton } from './follow-button.tsx';

interface FollowedChannelsProps {
  empty: ReactNode;
  /** Renders the live streams. */
  live: ComponentType<{ streams: readonly FeaturedStream[] }>;
}

const ROWS = 'grid gap-x-6 gap-y-1 md:grid-cols-2 xl:grid-cols-3';

/** All followed channels: live streams first, then offline channels by name. */
export function FollowedChannels({ empty, live: Live }: FollowedChannelsProps) {
  return (
    <ListFrame query={useFollowing()} skeleton={<RowsSkeleton />} empty={empty}>
      {(channels) => {
        // A channel that went live between two page loads is on both; its first position counts.
        const once = [
          ...new Map(channels.map((channel) => [channel.streamer.id, channel] as const)).values(),
        ];
        const streams = once.flatMap(({ live }) => live ?? []);
        const others = once.filter(({ live }) => live === null);
        return (
          <>
            <Live streams={streams} />
            {others.length > 0 && (
              <Section title="Offline">
                <ul className={ROWS}>
                  {others.map(({ streamer, followers }) => (
                    <li key={streamer.id}>
                      <ChannelRow streamer={streamer} followers={followers}>
                        <div className="relative z-10">
                          <FollowButton
                            streamer={streamer}
                            known={{ streamerId: streamer.id, followers, following: true }}
                            size="sm"
                            onSignedOut={() => {}}
                          />
                        </div>
                      </ChannelRow>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        );
      }}
    </ListFrame>
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
