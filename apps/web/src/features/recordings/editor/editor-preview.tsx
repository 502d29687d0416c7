import { type CaptionCue, escapeCaption, type MediaRange } from '@tributary/contracts/recordings';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { togglePlayback, VideoControls } from '@/ui/media/video-controls.tsx';

/** Plays a URL in an element. @returns a function that lets go of the element */
export type Play = (video: HTMLVideoElement, url: string, onFailed: () => void) => () => void;

export interface Preview {
  /** In milliseconds. */
  position(): number;
  seek(positionMs: number): void;
  /** Shows captions that are not saved, in place of those before. */
  showCaptions(cues: readonly CaptionCue[]): void;
  /** What is shown, as a JPEG; null before the first frame. */
  frame(): Promise<Blob | null>;
}

interface EditorPreviewProps {
  ref: Ref<Preview>;
  /** The accessible name of the video. */
  label: string;
  url: string;
  play: Play;
  /** Shown in place of a picture. */
  poster?: string | null;
  /** What it plays; it can be paused anywhere. Without it, it plays everything. */
  kept?: readonly MediaRange[];
  onTime?: (positionMs: number) => void;
}

/** Where a seek may end before its target. */
const SEEK_TOLERANCE_MS = 100;

/** The recording as viewers see it. */
export function EditorPreview({ ref, label, url, play, poster, kept, onTime }: EditorPreviewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (video.current === null || failed) return;
    return play(video.current, url, () => setFailed(true));
  }, [play, url, failed]);
  useImperativeHandle(ref, () => ({
    position: () => Math.floor((video.current?.currentTime ?? 0) * 1000),
    seek(positionMs) {
      if (video.current) video.current.currentTime = positionMs / 1000;
    },
    showCaptions: (cues) => video.current && showCaptions(video.current, cues),
    frame: () => frameOf(video.current),
  }));
  return (
    <div className="relative aspect-video w-full overflow-hidden rounded-media bg-black">
      {failed ? (
        <div className="flex size-full flex-col items-center justify-center gap-4 px-6 text-center text-white">
          <p>{t('recordings.preview.stopped')}</p>
          <Button onClick={() => setFailed(false)}>{t('ui.tryAgain')}</Button>
        </div>
      ) : (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the editor adds the track that it edits */}
          <video
            ref={video}
            playsInline
            onClick={({ currentTarget }) => togglePlayback(currentTarget)}
            poster={poster ?? undefined}
            aria-label={label}
            className="size-full"
            onTimeUpdate={({ currentTarget }) => {
              if (kept && !currentTarget.paused) skipCut(currentTarget, kept);
              onTime?.(Math.floor(currentTarget.currentTime * 1000));
            }}
          />
          <VideoControls video={video} />
        </>
      )}
    </div>
  );
}

/** Goes on with what is kept next, or stops after the last of it. */
function skipCut(video: HTMLVideoElement, kept: readonly MediaRange[]) {
  const positionMs = video.currentTime * 1000;
  const next = kept.find(({ endMs }) => positionMs < endMs);
  if (next === undefined) video.pause();
  else if (positionMs < next.startMs - SEEK_TOLERANCE_MS) video.currentTime = next.startMs / 1000;
}

/** Text tracks cannot be removed from an element, so one has the captions that are edited. */
function showCaptions(video: HTMLVideoElement, cues: readonly CaptionCue[]): void {
  const name = t('recordings.preview.title');
  const known = [...video.textTracks].find(({ label }) => label === name);
  if (known === undefined && cues.length === 0) return;
  const track = known ?? video.addTextTrack('captions', name);
  track.mode = 'showing';
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
  for (const { startMs, endMs, text } of cues) {
    track.addCue(new VTTCue(startMs / 1000, endMs / 1000, escapeCaption(text)));
  }
}

async function frameOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0)
    return null;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}
