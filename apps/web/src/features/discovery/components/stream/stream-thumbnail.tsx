import type { FeaturedStream } from '@tributary/contracts/live';
import { clsx } from 'clsx';
import type { ComponentType, ReactNode } from 'react';
import { Image } from '@/ui/media/image.tsx';

interface StreamThumbnailProps {
  stream: Pick<FeaturedStream, 'thumbnailUrl'> & { readonly isMature?: boolean };
  /** Shown over the thumbnail while given, except where the stream is mature. */
  moving?: ReactNode;
  className?: string;
}

/** A stream's thumbnail. */
export function StreamThumbnail({ stream, moving, className }: StreamThumbnailProps) {
  return (
    <>
      <Image
        src={stream.thumbnailUrl}
        alt=""
        loading="lazy"
        className={clsx('size-full', stream.isMature && 'scale-110 blur-xl', className)}
      />
      {moving && !stream.isMature && <div className="absolute inset-0 animate-fade">{moving}</div>}
    </>
  );
}

/** What plays over the thumbnail of a live stream; gated ones have no preview. */
export const livePicture = (
  { playbackUrl, thumbnailUrl }: Pick<FeaturedStream, 'thumbnailUrl' | 'playbackUrl'>,
  Player: Preview | undefined,
): ReactNode => Player && playbackUrl !== null && <Player playbackUrl={playbackUrl} poster={thumbnailUrl} />;

/** A label on a thumbnail. */
export function ThumbnailLabel({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-6 animate-fade select-none items-center rounded-[6px] bg-media-shade px-2 font-semibold text-on-media text-xs tabular-nums">
      {children}
    </span>
  );
}

/**
 * Plays a stream, muted, in the box around it. The app passes in the player's preview. With `controls`, it has
 * buttons for pause and sound, and waits for the viewer where they prefer reduced motion.
 */
export type Preview = ComponentType<{ playbackUrl: string; poster: string | null; controls?: boolean }>;
