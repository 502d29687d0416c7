import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';

interface VideoState {
  readonly isPaused: boolean;
  readonly isMuted: boolean;
  /** In seconds. */
  readonly position: number;
  readonly length: number;
}

const EVENTS = [
  'play',
  'pause',
  'timeupdate',
  'seeking',
  'durationchange',
  'volumechange',
  'emptied',
] as const;

const stateOf = ({ paused, muted, currentTime, duration }: HTMLVideoElement): VideoState => ({
  isPaused: paused,
  isMuted: muted,
  position: currentTime,
  length: Number.isFinite(duration) ? duration : 0,
});

function useVideo(ref: RefObject<HTMLVideoElement | null>): VideoState {
  const [state, setState] = useState<VideoState>({ isPaused: true, isMuted: false, position: 0, length: 0 });
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    const update = () => setState(stateOf(video));
    update();
    for (const event of EVENTS) video.addEventListener(event, update);
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [ref]);
  return state;
}

/** Plays or pauses; what keeps a browser from playing is shown by the button, which stays. */
export function togglePlayback(video: HTMLVideoElement): void {
  if (video.paused) void video.play().catch(() => undefined);
  else video.pause();
}

const BUTTON =
  'flex size-10 shrink-0 items-center justify-center rounded-control text-on-media hover:bg-white/15 focus-visible:-outline-offset-2';

/** Controls of a short or edited video, at the bottom of the box around it. Live streams and recordings have the player’s. */
export function VideoControls({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const { isPaused, isMuted, position, length } = useVideo(video);
  return (
    <div className="absolute inset-x-0 bottom-0 flex items-center gap-1 bg-linear-to-t from-black/80 to-transparent px-1.5 pt-6 pb-1 text-on-media">
      <button
        type="button"
        className={BUTTON}
        aria-label={isPaused ? t('ui.video.play') : t('ui.video.pause')}
        onClick={() => video.current && togglePlayback(video.current)}
      >
        {isPaused ? (
          <Play size={20} fill="currentColor" aria-hidden="true" />
        ) : (
          <Pause size={20} fill="currentColor" aria-hidden="true" />
        )}
      </button>
      <input
        type="range"
        // Time runs from left to right in all languages.
        dir="ltr"
        aria-label={t('ui.video.position')}
        aria-valuetext={t('ui.video.positionOf', {
          position: formatClock(position),
          end: formatClock(length),
        })}
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(position, length)}
        onChange={({ target }) => {
          if (video.current) video.current.currentTime = target.valueAsNumber;
        }}
        className="h-10 min-w-0 flex-1 cursor-pointer accent-accent"
      />
      <span dir="ltr" className="px-1 text-xs tabular-nums">
        {formatClock(position)} / {formatClock(length)}
      </span>
      <button
        type="button"
        className={BUTTON}
        aria-label={isMuted ? t('ui.video.unmute') : t('ui.video.mute')}
        onClick={() => {
          if (video.current) video.current.muted = !isMuted;
        }}
      >
        {isMuted ? <VolumeX size={20} aria-hidden="true" /> : <Volume2 size={20} aria-hidden="true" />}
      </button>
      {document.fullscreenEnabled && (
        <button
          type="button"
          className={BUTTON}
          aria-label={t('ui.video.fullscreen')}
          onClick={() => {
            if (document.fullscreenElement) void document.exitFullscreen();
            else void video.current?.parentElement?.requestFullscreen();
          }}
        >
          <Maximize size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
