import type { StreamDetail } from '@tributary/contracts';
import { Users } from 'lucide-react';
import { formatCount, formatRelative, formatViewers } from '@/lib/format.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { RollingNumber } from '@/ui/rolling-number.tsx';
import { VerifiedBadge } from '@/ui/verified-badge.tsx';
import { isRunning } from '../api/use-stream.ts';
import { ShareButton } from './share-button.tsx';
import { Uptime } from './uptime.tsx';

/** Who streams what, how many watch, and for how long already. */
export function StreamHeader({ detail, path }: { detail: StreamDetail; path: string }) {
  const { stream, streamer } = detail;
  const name = streamer.displayName || streamer.username;
  const title = stream?.title ?? `${name} is offline`;
  return (
    <header className="flex flex-col gap-4 sm:flex-row sm:items-start">
      <Avatar name={name} src={streamer.avatarUrl} size={52} />
      <div className="min-w-0 flex-1 max-sm:-order-1">
        <h1 dir="auto" className="line-clamp-3 text-lg [overflow-wrap:anywhere] sm:text-xl" title={title}>
          {title}
        </h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-muted">
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
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-2 text-muted">
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
