import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { togglePlayback, VideoControls } from '@/ui/media/video-controls.tsx';
import { type PlayedRecording, playRecording } from '../../engine/recording/recording-playback.ts';
import { VideoMessage } from './player-notice.tsx';

interface RangePlayerHandle {
  /** Plays from the beginning of the range. */
  restart(): void;
}

interface RangePlayerProps {
  playbackUrl: string;
  poster: string | null;
  label: string;
  /** Positions in the recording; null: at its end. */
  startMs: number | null;
  endMs: number | null;
  /** Begins again at the end of the range. Otherwise, it pauses there. */
  loops?: boolean;
  muted?: boolean;
  autoplay?: boolean;
  /** The length of the recording, as it becomes known and grows. */
  onLength?: (ms: number) => void;
  onPlaying?: () => void;
  ref?: Ref<RangePlayerHandle>;
  playhead?: Ref<Pick<PlayedRecording, 'dateMs'>> | undefined;
}

/** Plays a range of a recording. */
export function RangePlayer(props: RangePlayerProps) {
  const {
    playbackUrl,
    poster,
    label,
    startMs,
    endMs,
    loops = false,
    muted = false,
    autoplay = false,
  } = props;
  const video = useRef<HTMLVideoElement>(null);
  const played = useRef<PlayedRecording>(null);
  const [failed, setFailed] = useState(false);
  const [firstStartMs] = useState(startMs);
  useEffect(() => {
    if (video.current === null || failed) return;
    const recording = playRecording(video.current, playbackUrl, () => setFailed(true), firstStartMs);
    played.current = recording;
    return () => {
      played.current = null;
      recording.close();
    };
  }, [playbackUrl, firstStartMs, failed]);
  const restart = () => {
    if (video.current === null || startMs === null) return;
    video.current.currentTime = startMs / 1000;
    void video.current.play().catch(() => {});
  };
  useImperativeHandle(props.ref, () => ({ restart }));
  useImperativeHandle(props.playhead, () => ({ dateMs: () => played.current?.dateMs() ?? null }));
  if (failed) {
    return (
      <div className="relative size-full bg-black" data-player data-state="failed">
        <VideoMessage>
          <p className="font-display font-semibold text-lg">{t('live.range.failed')}</p>
          <Button onClick={() => setFailed(false)}>{t('ui.tryAgain')}</Button>
        </VideoMessage>
      </div>
    );
  }
  return (
    <div className="relative size-full bg-black" data-player data-state="range">
      <video
        ref={video}
        playsInline
        onClick={({ currentTarget }) => togglePlayback(currentTarget)}
        aria-label={label}
        {...(poster !== null && { poster })}
        autoPlay={autoplay}
        muted={muted}
        onDurationChange={({ currentTarget }) => {
          if (Number.isFinite(currentTarget.duration)) props.onLength?.(currentTarget.duration * 1000);
        }}
        onPlaying={props.onPlaying}
        onTimeUpdate={({ currentTarget }) => {
          if (endMs === null || currentTarget.paused || currentTarget.currentTime < endMs / 1000) return;
          if (loops) restart();
          else currentTarget.pause();
        }}
        // Played again, a range begins at its start.
        onPlay={({ currentTarget }) => {
          const isOver = endMs !== null && currentTarget.currentTime >= endMs / 1000 - 0.05;
          if (isOver && startMs !== null) currentTarget.currentTime = startMs / 1000;
        }}
        className="size-full"
      />
      <VideoControls video={video} />
    </div>
  );
}
