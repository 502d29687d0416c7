import { useEffect, useRef, useState } from 'react';
import { usePlayback } from '@/lib/use-playback.ts';
import { Image } from '@/ui/media/image.tsx';
import { playRecording } from '../../engine/recording/recording-playback.ts';

interface RecordingPreviewProps {
  playbackUrl: string;
  /** Shown until the preview plays, and where it cannot. */
  poster: string | null;
}

/** A recording or clip that plays without sound in the box around it, or its poster in low-data mode. */
export function RecordingPreview({ playbackUrl, poster }: RecordingPreviewProps) {
  const { lowData } = usePlayback();
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (lowData || video.current === null) return;
    const played = playRecording(video.current, playbackUrl, () => setShown(false));
    return () => played.close();
  }, [lowData, playbackUrl]);
  return (
    <div
      aria-hidden="true"
      data-preview
      data-state={shown ? 'playing' : 'idle'}
      className="relative size-full"
    >
      <Image src={poster} alt="" className="absolute inset-0 size-full" />
      {!lowData && (
        <video
          ref={video}
          muted
          loop
          autoPlay
          playsInline
          // Sound alone leaves the poster.
          onPlaying={({ currentTarget }) => setShown(currentTarget.videoWidth > 0)}
          className="absolute inset-0 size-full object-cover transition-opacity duration-(--duration-slow) ease-out"
          style={{ opacity: shown ? 1 : 0 }}
        />
      )}
    </div>
  );
}
