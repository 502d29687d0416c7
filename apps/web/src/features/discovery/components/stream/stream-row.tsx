import type { FeaturedStream } from '@tributary/contracts/live';
import { AUDIENCES } from '@/ui/media/access-badge.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { ViewerCount } from '@/ui/media/viewer-count.tsx';
import { StreamerLink, StreamLink } from './links.tsx';
import { livePicture, type Preview, StreamThumbnail } from './stream-thumbnail.tsx';

interface StreamRowProps {
  stream: FeaturedStream;
  /** Plays over the thumbnail while given. */
  preview?: Preview | undefined;
}

/** A live stream as a compact row: a small thumbnail beside the text. */
export function StreamRow({ stream, preview }: StreamRowProps) {
  const { streamer } = stream;
  return (
    <article className="group relative flex gap-3">
      <div className="relative aspect-video w-36 shrink-0 self-start overflow-hidden rounded-control bg-surface-2">
        <StreamThumbnail stream={stream} moving={livePicture(stream, preview)} />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 font-sans font-semibold text-sm tracking-normal">
          <StreamLink stream={stream} />
        </h3>
        <p className="mt-1 flex items-center gap-1 text-muted text-xs">
          <StreamerLink username={streamer.username}>
            <bdi className="block truncate">{streamer.displayName || streamer.username}</bdi>
          </StreamerLink>
          {streamer.isVerified && <VerifiedBadge size={13} />}
        </p>
        <p className="mt-0.5 flex items-center gap-1.5 text-faint text-xs">
          <ViewerCount viewers={stream.currentViewers} size={12} className="gap-1 text-live" />
          <CategoryLink category={stream.category} className="truncate" />
          {stream.isMature && <span className="shrink-0">18+</span>}
        </p>
        {stream.gate && <p className="mt-0.5 text-faint text-xs">{AUDIENCES[stream.gate.kind]}</p>}
      </div>
    </article>
  );
}
