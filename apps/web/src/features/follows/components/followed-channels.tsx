import { Link } from '@tanstack/react-router';
import type { FeaturedStream, FollowedChannel } from '@tributary/contracts';
import type { ComponentType, ReactNode } from 'react';

import { formatCount } from '@/lib/format.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
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
                  {others.map((channel) => (
                    <li key={channel.streamer.id}>
                      <Row channel={channel} />
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

function Row({ channel: { streamer, followers } }: { channel: FollowedChannel }) {
  const name = streamer.displayName || streamer.username;
  return (
    <div className="relative flex items-center gap-3 rounded-control p-2 transition-colors duration-(--duration-fast) hover:bg-surface-1">
      <Avatar name={name} src={streamer.avatarUrl} size={48} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1 font-semibold">
          <Link
            to="/streamer/$username"
            params={{ username: streamer.username }}
            className="min-w-0 text-ink no-underline after:absolute after:inset-0 after:rounded-control hover:text-accent"
          >
            <bdi className="block truncate">{name}</bdi>
          </Link>
          {streamer.isVerified && <VerifiedBadge size={15} />}
        </p>
        <p className="truncate text-muted text-sm tabular-nums">
          {formatCount(followers)} {followers === 1 ? 'follower' : 'followers'}
        </p>
      </div>
      <div className="relative z-10">
        <FollowButton
          streamer={streamer}
          known={{ streamerId: streamer.id, followers, following: true }}
          size="sm"
          onSignedOut={() => {}}
        />
      </div>
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div className={ROWS}>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className="flex items-center gap-3 p-2">
          <Skeleton className="size-12 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
