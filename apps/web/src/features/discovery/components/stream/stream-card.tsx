import type { FeaturedStream } from '@tributary/contracts';
import { clsx } from 'clsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { StreamerLink, StreamLink } from './links.tsx';
import type { Preview } from './stream-thumbnail.tsx';
import { StreamThumbnail, ThumbnailLabel } from './stream-thumbnail.tsx';

interface StreamCardProps {
  stream: FeaturedStream;
  /** Plays over the thumbnail while given. */
  preview?: Preview | undefined;
  /** The stream has ended since it was listed: its card stays, dimmed. */
  ended?: boolean;
}

/** A live stream in a list; the whole card links to it. */
export function StreamCard({ stream, preview, ended = false }: StreamCardProps) {
  const { streamer } = stream;
  const name = streamer.displayName || streamer.username;
  return (
    <article className="group relative flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden rounded-media bg-surface-2">
        <StreamThumbnail
          stream={stream}
          preview={ended ? undefined : preview}
          className={clsx('transition-opacity duration-(--duration-slow)', ended && 'opacity-40')}
        />
        <div className="absolute top-2 left-2 flex gap-1.5">
          {ended ? <ThumbnailLabel>Ended</ThumbnailLabel> : <LiveBadge viewers={stream.currentViewers} />}
          {stream.isMature && <ThumbnailLabel>18+</ThumbnailLabel>}
        </div>
      </div>
      <div className="flex gap-3">
        <StreamerLink username={streamer.username} duplicate>
          <Avatar name={name} src={streamer.avatarUrl} />
        </StreamerLink>
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 font-sans font-semibold text-base leading-snug tracking-normal">
            <StreamLink stream={stream} />
          </h3>
          <p className="mt-1 flex items-center gap-1 text-muted text-sm">
            <StreamerLink username={streamer.username}>
              <bdi className="block truncate">{name}</bdi>
            </StreamerLink>
            {streamer.isVerified && <VerifiedBadge size={15} />}
          </p>
          <p className="text-faint text-sm">
            <CategoryLink category={stream.category} />
          </p>
        </div>
      </div>
    </article>
  );
}

export function StreamCardSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="aspect-video rounded-media" />
      <div className="flex gap-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="flex flex-1 flex-col gap-2 py-0.5">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
    </div>
  );
}
