import type { Cancel, Clock } from './environment.ts';

/** A page in the background displays no frames, and a paused video may have displayed its only one before. */
const LIMIT_MS = 500;

type Video = EventTarget &
  Pick<HTMLVideoElement, 'videoWidth'> &
  Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback'>>;

/** An element outlives its players; only the newest decides. */
const newest = new WeakMap<Video, AbortController>();

/**
 * Covers a video with the last frame of its source until the next one is on the screen. A position that has changed is no
 * sign of that: a seek changes it, and a busy browser draws the page before the first frame.
 * @returns called whenever `isHeld` may have changed
 */
export function coverVideo(
  video: Video,
  cover: Pick<HTMLElement, 'hidden'>,
  isHeld: () => boolean,
  clock: Pick<Clock, 'after'>,
): () => void {
  newest.get(video)?.abort();
  const listening = new AbortController();
  const { signal } = listening;
  newest.set(video, listening);
  let isDisplayed = cover.hidden;
  let sources = 0;
  let cancelLimit: Cancel | null = null;
  const update = () => {
    if (signal.aborted) return;
    const held = isHeld();
    if (held && cover.hidden) isDisplayed = false;
    if (held || isDisplayed) {
      cancelLimit?.();
      cancelLimit = null;
      cover.hidden = !held;
    } else if (!cover.hidden) cancelLimit ??= clock.after(LIMIT_MS, onDisplayed);
  };
  const onDisplayed = () => {
    isDisplayed = true;
    update();
  };
  const onEmptied = () => {
    sources += 1;
    isDisplayed = false;
  };
  const onMetadata = () => {
    if (isDisplayed) return;
    if (video.videoWidth === 0 || !video.requestVideoFrameCallback) return onDisplayed();
    const source = sources;
    const onDrawn = () => source === sources && onDisplayed();
    // The frame has been handed to the compositor by then. The page that shows it is drawn with the next one.
    video.requestVideoFrameCallback(() => requestAnimationFrame(() => requestAnimationFrame(onDrawn)));
  };
  video.addEventListener('emptied', onEmptied, { signal });
  video.addEventListener('loadedmetadata', onMetadata, { signal });
  return update;
}
