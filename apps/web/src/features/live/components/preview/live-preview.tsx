import { useEffect, useRef } from 'react';
import { usePlayback } from '@/lib/playback.ts';
import { Picture } from '@/ui/media/image.tsx';
import { usePlayer } from '../player/use-player.ts';

interface LivePreviewProps {
  playbackUrl: string;
  /** Shown until the picture moves. */
  poster: string | null;
}

/** A stream in the box around it: silent, without controls, and a picture alone where data is to be saved. */
export function LivePreview(props: LivePreviewProps) {
  const { lowData } = usePlayback();
  return lowData ? <Picture src={props.poster} alt="" className="size-full" /> : <Moving {...props} />;
}

/** Still while nobody can see it. */
function Moving({ playbackUrl, poster }: LivePreviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const { video, hold, player, snapshot } = usePlayer(playbackUrl, { preview: true });
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

  const shown = snapshot.latency !== null || snapshot.held;
  return (
    <div
      ref={root}
      aria-hidden="true"
      data-preview
      data-state={snapshot.state.kind}
      className="relative size-full"
    >
      <video ref={video} muted playsInline tabIndex={-1} className="size-full object-cover" />
      <canvas ref={hold} hidden={!snapshot.held} className="absolute inset-0 size-full object-cover" />
      {poster !== null && (
        <Picture
          src={poster}
          alt=""
          className="absolute inset-0 size-full transition-opacity duration-(--duration-slow) ease-out"
          style={{ opacity: shown ? 0 : 1 }}
        />
      )}
    </div>
  );
}
