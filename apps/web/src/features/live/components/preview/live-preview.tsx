import { useEffect, useRef } from 'react';
import { usePlayback } from '@/lib/use-playback.ts';
import { Image } from '@/ui/media/image.tsx';
import { usePlayer } from '../player/use-player.ts';

interface LivePreviewProps {
  playbackUrl: string;
  /** Shown until the stream plays. */
  poster: string | null;
}

/** A muted stream without controls that fills the box around it, or only its poster in low-data mode. */
export function LivePreview(props: LivePreviewProps) {
  const { lowData } = usePlayback();
  return lowData ? <Image src={props.poster} alt="" className="size-full" /> : <PlayingPreview {...props} />;
}

/** Downloads nothing while out of view or in a hidden tab. */
function PlayingPreview({ playbackUrl, poster }: LivePreviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const { box, player, snapshot } = usePlayer(playbackUrl, { preview: true });
  useEffect(() => {
    if (!player || !root.current) return;
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
  }, [player]);

  const shown = snapshot.latency !== null || snapshot.frameHeld;
  return (
    <div
      ref={root}
      aria-hidden="true"
      data-preview
      data-state={snapshot.state.kind}
      className="relative size-full"
    >
      <div ref={box} className="*:absolute *:inset-0 *:size-full *:object-cover" />
      {poster !== null && (
        <Image
          src={poster}
          alt=""
          className="absolute inset-0 size-full transition-opacity duration-(--duration-slow) ease-out"
          style={{ opacity: shown ? 0 : 1 }}
        />
      )}
    </div>
  );
}
