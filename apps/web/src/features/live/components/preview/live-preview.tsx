import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { usePlayback } from '@/lib/use-playback.ts';
import { Image } from '@/ui/media/image.tsx';
import { ControlButton } from '../controls/control-button.tsx';
import { usePlayer } from '../player/use-player.ts';
import { useSoundAlone } from '../player/use-sound-alone.ts';

interface LivePreviewProps {
  playbackUrl: string;
  /** Shown until the stream plays. */
  poster: string | null;
  /**
   * Shows buttons for pause and sound, above a link that may cover the box. Playback then waits for the viewer
   * where they prefer reduced motion.
   */
  controls?: boolean;
}

/** A muted stream that fills the box around it, or only its poster in low-data mode. */
export function LivePreview(props: LivePreviewProps) {
  const { lowData } = usePlayback();
  return lowData ? <Image src={props.poster} alt="" className="size-full" /> : <PlayingPreview {...props} />;
}

/** Downloads nothing while out of view or in a hidden tab. */
function PlayingPreview({ playbackUrl, poster, controls = false }: LivePreviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const [autoplay] = useState(() => !(controls && matchMedia('(prefers-reduced-motion: reduce)').matches));
  const [wanted, setWanted] = useState(autoplay);
  const { box, video, player, snapshot } = usePlayer(playbackUrl, { preview: true, autoplay });
  useEffect(() => {
    if (!player || !root.current) return;
    if (!wanted) return player.suspend();
    let inView = false;
    const update = () => {
      if (inView && document.visibilityState === 'visible') player.play();
      else player.suspend();
    };
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(root.current);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [player, wanted]);

  const isSoundAlone = useSoundAlone(player && video.current);
  const shown = !isSoundAlone && (snapshot.latency !== null || snapshot.frameHeld);
  const paused = !wanted || snapshot.state.kind === 'blocked';
  const togglePlay = () => {
    setWanted(paused);
    if (paused) player?.play();
  };
  return (
    <div className="relative size-full">
      <div
        ref={root}
        aria-hidden="true"
        data-preview
        data-state={snapshot.state.kind}
        className="relative size-full"
      >
        <div ref={box} className="*:absolute *:inset-0 *:size-full *:object-cover" />
        {(poster !== null || isSoundAlone) && (
          <Image
            src={poster}
            alt=""
            className="absolute inset-0 size-full transition-opacity duration-(--duration-slow) ease-out"
            style={{ opacity: shown ? 0 : 1 }}
          />
        )}
      </div>
      {controls && (
        <div className="absolute end-2 top-2 z-10 flex rounded-control bg-media-shade">
          <ControlButton
            label={paused ? t('live.preview.play') : t('live.preview.pause')}
            onClick={togglePlay}
          >
            {paused ? (
              <Play size={20} fill="currentColor" aria-hidden="true" />
            ) : (
              <Pause size={20} fill="currentColor" aria-hidden="true" />
            )}
          </ControlButton>
          <ControlButton
            label={snapshot.muted ? t('live.preview.unmute') : t('live.preview.mute')}
            onClick={() => player?.setMuted(!snapshot.muted)}
          >
            {snapshot.muted ? (
              <VolumeX size={20} aria-hidden="true" />
            ) : (
              <Volume2 size={20} aria-hidden="true" />
            )}
          </ControlButton>
        </div>
      )}
    </div>
  );
}
