import type { Video } from '@tributary/contracts';
import { Lock } from 'lucide-react';
import { formatClock, formatCount } from '@/lib/format.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { Ago } from '@/ui/time.tsx';
import { StreamerLink, StreamLink } from './links.tsx';
import type { Preview } from './stream-thumbnail.tsx';
import { StreamThumbnail, ThumbnailLabel } from './stream-thumbnail.tsx';

interface VideoCardProps {
  video: Video;
  /** Plays over the thumbnail while given. */
  preview?: Preview | undefined;
  /** On the streamer's own page, whose name is above. */
  ofChannel?: boolean;
}

/** A recording in a list; the whole card links to it. */
export function VideoCard({ video, preview, ofChannel = false }: VideoCardProps) {
  const { streamer, views } = video;
  const name = streamer.displayName || streamer.username;
  return (
    <article className="group relative flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden rounded-media bg-surface-2">
        <StreamThumbnail stream={video} preview={preview} />
        <div className="absolute top-2 left-2 flex gap-1.5">
          {video.isMature && <ThumbnailLabel>18+</ThumbnailLabel>}
          {video.playbackUrl === null && (
            <ThumbnailLabel>
              <Lock size={13} aria-hidden="true" className="me-1" />
              Ticket or subscription
            </ThumbnailLabel>
          )}
        </div>
        <div className="absolute right-2 bottom-2">
          <ThumbnailLabel>
            <span className="sr-only">Length </span>
            {formatClock(video.durationMs / 1000)}
          </ThumbnailLabel>
        </div>
      </div>
      <div className="flex gap-3">
        {!ofChannel && (
          <StreamerLink username={streamer.username} duplicate>
            <Avatar name={name} src={streamer.avatarUrl} />
          </StreamerLink>
        )}
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 font-sans font-semibold text-base leading-snug tracking-normal">
            <StreamLink stream={video} />
          </h3>
          {!ofChannel && (
            <p className="mt-1 flex items-center gap-1 text-muted text-sm">
              <StreamerLink username={streamer.username}>
                <bdi className="block truncate">{name}</bdi>
              </StreamerLink>
              {streamer.isVerified && <VerifiedBadge size={15} />}
            </p>
          )}
          <p className="mt-1 text-faint text-sm tabular-nums">
            <CategoryLink category={video.category} />
            {views > 0 && ` · ${formatCount(views)} ${views === 1 ? 'view' : 'views'}`}
            {' · '}
            <Ago at={video.startedAt} />
          </p>
        </div>
      </div>
    </article>
  );
}
