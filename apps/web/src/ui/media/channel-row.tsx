import { Link } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { ReactNode } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '../feedback/loading.tsx';
import { Avatar } from './avatar.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

interface ChannelRowProps {
  streamer: StreamerSummary;
  followers: number;
  /** Content before the follower count. */
  note?: ReactNode;
  /** Content at the end of the row. */
  children?: ReactNode;
}

/** A channel in a list. The whole row links to it. */
export function ChannelRow({ streamer, followers, note, children }: ChannelRowProps) {
  const name = streamer.displayName || streamer.username;
  return (
    <article className="relative flex items-center gap-3 rounded-control p-2 transition-colors duration-(--duration-fast) hover:bg-surface-1">
      <Avatar name={name} src={streamer.avatarUrl} size={48} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 font-semibold">
          <Link
            to="/streamer/$username"
            params={{ username: streamer.username }}
            className="min-w-0 text-ink no-underline after:absolute after:inset-0 after:rounded-control hover:text-accent"
          >
            <bdi className="block truncate">{name}</bdi>
          </Link>
          {streamer.isVerified && <VerifiedBadge size={15} />}
        </p>
        <p className="flex text-muted text-sm tabular-nums">
          {note && (
            <>
              <bdi className="truncate">{note}</bdi>
              <span aria-hidden="true" className="whitespace-pre">
                {' · '}
              </span>
            </>
          )}
          <span className="shrink-0">
            {t('ui.followers', { count: followers, shown: formatCount(followers) })}
          </span>
        </p>
      </div>
      {children}
    </article>
  );
}

export function ChannelRowSkeleton({ className = '' }: { className?: string }) {
  return (
    <div className={`flex items-center gap-3 p-2 ${className}`}>
      <Skeleton className="size-12 rounded-full" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    </div>
  );
}
