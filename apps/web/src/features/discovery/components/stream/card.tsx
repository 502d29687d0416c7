import { Link } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts/live';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { StreamerLink, StreamLink } from './links.tsx';
import { StreamThumbnail, ThumbnailLabel } from './stream-thumbnail.tsx';

/** Three tags fit beside each other. */
const TAGS_SHOWN = 3;

interface CardProps {
  stream: Pick<FeaturedStream, 'id' | 'title' | 'slug' | 'thumbnailUrl'> &
    Partial<Pick<FeaturedStream, 'isMature' | 'language' | 'tags'>> & {
      readonly streamer: Pick<FeaturedStream['streamer'], 'username'>;
    };
  /** Absent on the streamer's own page, whose name is above. */
  streamer?: FeaturedStream['streamer'];
  /** Shown over the thumbnail while given. */
  moving?: ReactNode;
  /** On the thumbnail, before that for mature content. */
  labels?: ReactNode;
  length?: { readonly name: string; readonly seconds: number };
  dimmed?: boolean;
  /** Below the names. */
  children: ReactNode;
}

/** A stream, live or ended, in a list; the whole card links to it. */
export function Card({ stream, streamer, moving, labels, length, dimmed = false, children }: CardProps) {
  const name = streamer && (streamer.displayName || streamer.username);
  return (
    <article className="group relative flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden rounded-media bg-surface-2">
        <StreamThumbnail
          stream={stream}
          moving={moving}
          className={clsx('transition-opacity duration-(--duration-slow)', dimmed && 'opacity-40')}
        />
        <div className="absolute start-2 top-2 flex flex-wrap gap-1.5">
          {labels}
          {stream.isMature && <ThumbnailLabel>18+</ThumbnailLabel>}
        </div>
        {length && (
          <div className="absolute end-2 bottom-2">
            <ThumbnailLabel>
              <span className="sr-only">{length.name} </span>
              {formatClock(length.seconds)}
            </ThumbnailLabel>
          </div>
        )}
      </div>
      <div className="flex gap-3">
        {streamer && name && (
          <StreamerLink username={streamer.username} duplicate>
            <Avatar name={name} src={streamer.avatarUrl} />
          </StreamerLink>
        )}
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 font-sans font-semibold text-base leading-snug tracking-normal">
            <StreamLink stream={stream} />
          </h3>
          {streamer && (
            <p className="mt-1 flex items-center gap-1 text-muted text-sm">
              <StreamerLink username={streamer.username}>
                <bdi className="block truncate">{name}</bdi>
              </StreamerLink>
              {streamer.isVerified && <VerifiedBadge size={15} />}
            </p>
          )}
          <p className="mt-1 text-faint text-sm tabular-nums">{children}</p>
          {stream.tags && stream.tags.length > 0 && (
            <p className="mt-1.5 flex gap-1.5">
              {stream.tags.slice(0, TAGS_SHOWN).map((tag) => (
                <Link
                  key={tag}
                  to="/discover"
                  search={{ tag }}
                  className="relative z-10 min-w-0 truncate rounded-[6px] bg-surface-2 px-2 text-muted text-xs leading-6 no-underline hover:text-ink"
                >
                  <bdi>{tag}</bdi>
                </Link>
              ))}
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

export function CardSkeleton() {
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
