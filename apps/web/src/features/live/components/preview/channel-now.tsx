import { Link } from '@tanstack/react-router';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { Image } from '@/ui/media/image.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { Uptime } from '@/ui/time.tsx';
import { isRunning } from '../../api/stream-updates.ts';
import { useStream } from '../../api/use-stream.ts';
import { LivePreview } from './live-preview.tsx';

interface ChannelNowProps {
  username: string;
  /** Shown while the channel is offline. */
  offline: ReactNode;
}

/** A channel's live stream as a large muted preview that links to the stream's page. */
export function ChannelNow({ username, offline }: ChannelNowProps) {
  const { data: detail, isError } = useStream({ username, slug: LIVE_SLUG });
  if (!detail) return isError ? null : <Skeleton className="aspect-video rounded-media" />;
  const { stream, streamer } = detail;
  if (!stream || stream.isHidden || !isRunning(detail)) return offline;
  return (
    <section aria-label={t('live.now')} className="group relative flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden rounded-media bg-black">
        {stream.playbackUrl && !stream.isMature ? (
          <LivePreview playbackUrl={stream.playbackUrl} poster={stream.thumbnailUrl} controls />
        ) : (
          <Image src={stream.thumbnailUrl} alt="" className="size-full" />
        )}
        <div className="absolute start-3 top-3">
          <LiveBadge viewers={stream.currentViewers} />
        </div>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 text-lg [overflow-wrap:anywhere]">
          <Link
            to="/s/$username/$slug"
            params={{ username: streamer.username, slug: stream.slug }}
            dir="auto"
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-media focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4 group-hover:text-accent"
          >
            {stream.title}
          </Link>
        </h2>
        <p className="flex items-center gap-4 text-muted">
          <CategoryLink category={stream.category} />
          <Uptime startedAt={stream.startedAt} />
        </p>
      </div>
    </section>
  );
}
