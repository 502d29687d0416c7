import { useEffect, useRef, useState } from 'react';
import { playback } from '@/lib/playback.ts';
import { Button } from '@/ui/button.tsx';
import type { StartOptions } from '../../engine/player-types.ts';
import { playRecording } from '../../engine/recording-playback.ts';
import { VideoMessage } from './player-notice.tsx';

interface RecordingPlayerProps {
  title: string;
  playbackUrl: string;
  poster: string | null;
  startOptions?: StartOptions | undefined;
}

/** Plays the recording of an ended stream with the browser's own controls. */
export function RecordingPlayer({ title, playbackUrl, poster, startOptions }: RecordingPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  /** Where playback failed, in seconds. */
  const reached = useRef(0);
  useEffect(() => {
    const element = video.current;
    if (element === null || failed) return;
    const seek = () => {
      element.currentTime = reached.current;
    };
    element.addEventListener('loadedmetadata', seek, { once: true });
    return playRecording(element, playbackUrl, () => {
      reached.current = element.currentTime;
      setFailed(true);
    });
  }, [playbackUrl, failed]);
  if (failed) {
    return (
      <div className="relative size-full bg-black" data-player data-state="failed">
        <VideoMessage>
          <p className="font-display font-semibold text-lg sm:text-xl">The recording stopped playing</p>
          <p className="opacity-90">Check your connection, then try again.</p>
          <Button onClick={() => setFailed(false)}>Try again</Button>
        </VideoMessage>
      </div>
    );
  }
  const { autoplay = playback().autoplay, muted = false } = startOptions ?? {};
  return (
    <div className="relative size-full bg-black" data-player data-state="recording">
      <video
        ref={video}
        controls
        playsInline
        aria-label={`Recording of ${title}`}
        {...(poster !== null && { poster })}
        autoPlay={autoplay}
        muted={muted}
        className="size-full"
      />
    </div>
  );
}
