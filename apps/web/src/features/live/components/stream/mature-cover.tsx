import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Picture } from '@/ui/media/image.tsx';
import { Holding } from '../player/player-notice.tsx';

const KEY = 'tributary.mature';

/** Asked once for as long as the tab lives. */
export function useMatureConsent(mature: boolean): { needed: boolean; give: () => void } {
  const [given, setGiven] = useState(() => sessionStorage.getItem(KEY) !== null);
  return {
    needed: mature && !given,
    give() {
      sessionStorage.setItem(KEY, 'yes');
      setGiven(true);
    },
  };
}

interface MatureCoverProps {
  poster: string | null;
  onConsent: () => void;
}

/** Stands before a stream whose streamer says that it is not for everybody; nothing of it is loaded. */
export function MatureCover({ poster, onConsent }: MatureCoverProps) {
  return (
    <div className="relative size-full overflow-hidden bg-black" data-player data-state="covered">
      {poster && <Picture src={poster} alt="" className="size-full scale-110 opacity-40 blur-2xl" />}
      <Holding>
        <p className="font-display font-semibold text-lg sm:text-xl">For adults</p>
        <p className="max-w-[44ch] text-balance text-sm opacity-90 sm:text-base">
          The streamer says that this stream has content which is not for everybody.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild variant="secondary">
            <Link to="/discover">Watch something else</Link>
          </Button>
          <Button onClick={onConsent}>I am 18 or over</Button>
        </div>
      </Holding>
    </div>
  );
}
