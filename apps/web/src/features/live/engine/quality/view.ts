/** What of the video reaches the viewer: its size on the screen, and how many of its frames. */
import type { MediaElement } from '../media/media-element.ts';

export interface View {
  /** A frame has been displayed. */
  readonly hasStarted: boolean;
  /** The physical pixels that a picture of this shape fills; null: unknown, or it is not on the page. */
  heightFor(picture: { readonly width: number; readonly height: number } | undefined): number | null;
  /** The share of frames that were decoded but not displayed lately. */
  droppedRatio(nowMs: number): number;
}

const WINDOW_MS = 2_000;
/** Too few frames say nothing. */
const MIN_FRAMES = 30;

export function viewOf(
  video: MediaElement & Partial<Pick<HTMLVideoElement, 'clientWidth' | 'clientHeight'>>,
): View {
  let counted = { at: 0, total: 0, dropped: 0 };
  let ratio = 0;
  return {
    get hasStarted() {
      return video.readyState >= 2 && video.currentTime > 0;
    },
    heightFor(picture) {
      const { clientWidth = 0, clientHeight = 0 } = video;
      if (!video.isConnected || clientWidth === 0 || clientHeight === 0 || isElsewhere(video)) return null;
      const shape = picture && picture.width > 0 ? picture.height / picture.width : 9 / 16;
      return Math.min(clientHeight, clientWidth * shape) * devicePixelRatio;
    },
    droppedRatio(nowMs) {
      // Old browsers do not have it.
      const quality = video.getVideoPlaybackQuality?.();
      if (!quality) return 0;
      const { totalVideoFrames: total, droppedVideoFrames: dropped } = quality;
      // A page in the background displays no frames, which says nothing about the device.
      if (typeof document !== 'undefined' && document.hidden) counted = { at: nowMs, total, dropped };
      if (nowMs - counted.at < WINDOW_MS) return ratio;
      const frames = total - counted.total;
      ratio = frames >= MIN_FRAMES ? (dropped - counted.dropped) / frames : 0;
      counted = { at: nowMs, total, dropped };
      return ratio;
    },
  };
}

/** A picture-in-picture window has a size of its own. */
const isElsewhere = (video: EventTarget): boolean =>
  typeof document !== 'undefined' && document.pictureInPictureElement === video;
