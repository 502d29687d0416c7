import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Image } from '@/ui/media/image.tsx';
import { giveMatureConsent, hasMatureConsent } from '../../engine/mature-consent.ts';
import { VideoMessage } from '../player/player-notice.tsx';

/** Consent to mature content, asked once per tab. */
export function useMatureConsent(mature: boolean): { needed: boolean; give: () => void } {
  const [given, setGiven] = useState(hasMatureConsent);
  return {
    needed: mature && !given,
    give() {
      giveMatureConsent();
      setGiven(true);
    },
  };
}

interface MatureCoverProps {
  poster: string | null;
  onConsent: () => void;
}

/** Covers a stream marked as mature until the viewer consents. Nothing of the stream is loaded before. */
export function MatureCover({ poster, onConsent }: MatureCoverProps) {
  return (
    <div className="relative size-full overflow-hidden bg-black" data-player data-state="covered">
      {poster && <Image src={poster} alt="" className="size-full scale-110 opacity-40 blur-2xl" />}
      <VideoMessage>
        <p className="font-display font-semibold text-lg sm:text-xl">Mature content</p>
        <p className="max-w-[44ch] text-balance text-sm opacity-90 sm:text-base">
          The streamer marked this stream as intended for adults.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild variant="secondary">
            <Link to="/discover">Watch something else</Link>
          </Button>
          <Button onClick={onConsent}>I'm 18 or older</Button>
        </div>
      </VideoMessage>
    </div>
  );
}
