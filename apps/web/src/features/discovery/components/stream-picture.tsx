import type { FeaturedStream } from '@tributary/contracts';
import { clsx } from 'clsx';
import { Picture } from '@/ui/picture.tsx';
import type { Preview } from './preview.ts';

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
