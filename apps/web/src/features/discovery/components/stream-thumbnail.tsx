import type { FeaturedStream } from '@tributary/contracts';
import { clsx } from 'clsx';
import type { ComponentType, ReactNode } from 'react';
import { Picture } from '@/ui/media/image.tsx';

interface StreamPictureProps {
  stream: FeaturedStream;
  /** Plays over the picture while given; what is for adults is not played before anybody asked. */
  preview?: Preview | undefined;
  className?: string;
}

/** What a stream shows now. */
export function StreamPicture({ stream, preview: Player, className }: StreamPictureProps) {
  return (
    <>
      <Picture
        src={stream.thumbnailUrl}
        alt=""
        loading="lazy"
        className={clsx('size-full', stream.isMature && 'scale-110 blur-xl', className)}
      />
      {Player && !stream.isMature && (
        <div className="absolute inset-0 animate-fade">
          <Player playbackUrl={stream.playbackUrl} poster={stream.thumbnailUrl} />
        </div>
      )}
    </>
  );
}

/** A word that stands on a picture. */
export function PictureMark({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-6 animate-fade select-none items-center rounded-[6px] bg-picture-shade px-2 font-semibold text-on-picture text-xs tabular-nums">
      {children}
    </span>
  );
}

/** Plays a stream, muted and without controls, in the box around it. The app passes in the player's. */
export type Preview = ComponentType<{ playbackUrl: string; poster: string | null }>;
