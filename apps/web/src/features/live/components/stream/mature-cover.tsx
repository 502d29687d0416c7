import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
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
        <p className="font-display font-semibold text-lg sm:text-xl">{t('live.mature')}</p>
        <p className="max-w-[44ch] text-balance text-sm opacity-90 sm:text-base">{t('live.mature.text')}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild variant="secondary">
            <Link to="/discover">{t('live.mature.other')}</Link>
          </Button>
          <Button onClick={onConsent}>{t('live.mature.confirm')}</Button>
        </div>
      </VideoMessage>
    </div>
  );
}
