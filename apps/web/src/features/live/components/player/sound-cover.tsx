import { AudioLines } from 'lucide-react';
import { Image } from '@/ui/media/image.tsx';
import type { NowPlaying } from './use-media-session.ts';

interface SoundCoverProps {
  nowPlaying: NowPlaying;
}

/** In place of the picture, where there is sound alone: the thumbnail, or else what is heard. */
export function SoundCover({ nowPlaying: { title, artist, artwork } }: SoundCoverProps) {
  if (artwork !== null) {
    return (
      <Image
        data-sound-cover
        src={artwork}
        alt=""
        className="absolute inset-0 size-full"
        style={{ objectFit: 'contain', background: 'black' }}
      />
    );
  }
  return (
    <div
      data-sound-cover
      className="absolute inset-0 flex flex-col items-center justify-center gap-3 px-6 pb-8 text-center sm:gap-4"
    >
      <AudioLines className="size-10 opacity-80 sm:size-14" aria-hidden="true" />
      <div className="max-w-full">
        <p dir="auto" className="truncate font-display font-semibold sm:text-lg">
          {title}
        </p>
        <p dir="auto" className="truncate text-sm opacity-90">
          {artist}
        </p>
      </div>
    </div>
  );
}
