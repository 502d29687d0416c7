import type { StreamDetail } from '@tributary/contracts';
import { Users } from 'lucide-react';
import { formatCount, formatRelative, formatViewers } from '@/lib/format.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { RollingNumber } from '@/ui/rolling-number.tsx';
import { ShareButton } from '@/ui/share-button.tsx';
import { VerifiedBadge } from '@/ui/verified-badge.tsx';
import { isRunning } from '../api/use-stream.ts';
import { Uptime } from './uptime.tsx';

/** Who streams what, how many watch, and for how long already. */
export function StreamHeader({ detail, path }: { detail: StreamDetail; path: string }) {
  const { stream, streamer } = detail;
  const name = streamer.displayName || streamer.username;
  const title = stream?.title ?? `${name} is offline`;
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4 sm:gap-y-1">
      <h1
        title={title}
        className="line-clamp-3 text-lg [overflow-wrap:anywhere] max-sm:col-span-2 sm:col-start-2 sm:row-start-1 sm:text-xl"
      >
        {/* Its own direction, yet on the side where its streamer stands. */}
        <bdi>{title}</bdi>
      </h1>
      <div className="flex sm:row-span-2 sm:row-start-1 sm:self-start">
        <Avatar name={name} src={streamer.avatarUrl} size={48} />
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted sm:col-start-2">
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="truncate font-semibold text-ink">{name}</bdi>
          {streamer.isVerified && <VerifiedBadge />}
        </span>
        {stream && (
          <>
            <span aria-hidden="true">·</span>
            <span>{stream.category}</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-muted max-sm:col-span-2 max-sm:[&>button]:ms-auto sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:self-start">
        {stream && isRunning(detail) && (
          <>
            <span className="flex items-center gap-1.5 font-semibold text-live">
              <Users size={17} strokeWidth={2.3} aria-hidden="true" />
              <RollingNumber
                text={formatCount(stream.currentViewers)}
                label={formatViewers(stream.currentViewers)}
              />
            </span>
            <Uptime startedAt={stream.startedAt} />
          </>
        )}
        {stream?.endedAt && <span>Ended {formatRelative(stream.endedAt).toLowerCase()}</span>}
        <ShareButton path={path} title={title} />
      </div>
    </header>
  );
}
