import { Link } from '@tanstack/react-router';
import type { LibraryStream as Stream, WatchProgress } from '@tributary/contracts/library';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { AUDIENCES } from '@/ui/media/access-badge.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { Image } from '@/ui/media/image.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { Ago } from '@/ui/time.tsx';

interface LibraryStreamProps {
  stream: Stream;
  /** When the stream was saved or watched. */
  note: ReactNode;
  /** The heading level that fits the page. */
  heading?: 'h2' | 'h3';
  /** How far its recording was watched. */
  progress: WatchProgress;
  /** The action button. */
  action: ReactNode;
}

/** A saved or watched stream, live or ended. */
export function LibraryStream({
  stream,
  note,
  heading: Heading = 'h2',
  progress,
  action,
}: LibraryStreamProps) {
  const { streamer } = stream;
  const name = streamer.displayName || streamer.username;
  return (
    <article className="group relative flex gap-3 sm:gap-5">
      <div className="relative aspect-video w-32 shrink-0 self-start overflow-hidden rounded-control bg-surface-2 sm:w-52 sm:rounded-media">
        <Image src={stream.thumbnailUrl} alt="" loading="lazy" className="size-full" />
        {stream.endedAt === null && (
          <div className="absolute start-1.5 top-1.5 sm:start-2 sm:top-2">
            <LiveBadge viewers={stream.currentViewers} />
          </div>
        )}
        {progress !== null && <Progress {...progress} />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1 py-0.5">
        <Heading
          className={clsx(
            'line-clamp-2 font-sans font-semibold leading-snug tracking-normal [overflow-wrap:anywhere]',
            action && 'max-sm:pe-9',
          )}
        >
          <Link
            to="/s/$username/$slug"
            params={{ username: streamer.username, slug: stream.slug }}
            dir="auto"
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-media focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4 group-hover:text-accent"
          >
            {stream.title}
          </Link>
        </Heading>
        <p className="flex items-center gap-1 text-muted text-sm">
          <Link
            to="/streamer/$username"
            params={{ username: streamer.username }}
            className="relative z-10 -my-1 min-w-0 py-1 text-inherit no-underline hover:text-ink"
          >
            <bdi className="block truncate">{name}</bdi>
          </Link>
          {streamer.isVerified && <VerifiedBadge size={15} />}
        </p>
        <p className="text-faint text-sm">
          <CategoryLink category={stream.category} />
          {stream.endedAt !== null && (
            <>
              {' '}
              ·{' '}
              <Text
                k={stream.source === 'live' ? 'library.ended' : 'library.uploaded'}
                values={{ time: () => <Ago at={stream.endedAt ?? ''} inSentence /> }}
              />
            </>
          )}
        </p>
        {stream.gate && <p className="text-faint text-sm">{AUDIENCES[stream.gate.kind]}</p>}
        <p className="text-faint text-sm">{note}</p>
      </div>
      {/* On a phone it is beside the title only, since the lines below need the width. */}
      {action && (
        <div className="z-10 self-start max-sm:absolute max-sm:-top-2 max-sm:-end-2 sm:relative">
          {action}
        </div>
      )}
    </article>
  );
}

/** A bar at the bottom of the thumbnail. */
function Progress({ positionMs, durationMs, isFinished }: NonNullable<WatchProgress>) {
  const percent = isFinished ? 100 : Math.round((100 * positionMs) / durationMs);
  return (
    <div
      role="img"
      aria-label={
        isFinished ? t('library.watched') : t('library.watched.percent', { percent: String(percent) })
      }
      className="absolute inset-x-0 bottom-0 h-1 bg-black/60"
    >
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}

export function KeptStreamsSkeleton() {
  return (
    <ul className="flex flex-col gap-6">
      {[0, 1, 2, 3].map((index) => (
        <li key={index} className="flex gap-3 sm:gap-5">
          <Skeleton className="aspect-video w-32 sm:w-52 sm:rounded-media" />
          <div className="flex flex-1 flex-col gap-2 py-1">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </li>
      ))}
    </ul>
  );
}
