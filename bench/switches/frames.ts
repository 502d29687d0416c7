/** Records the frames that a player displays, and the gaps in what it has loaded. */
import type { Page } from 'playwright-core';

export interface Frames {
  readonly currentTime: number;
  /** Events of the video that it has nothing to play. */
  readonly waiting: number;
  /** The largest difference between the times of two frames that were displayed one after the other, in seconds. */
  readonly largestStep: number;
  readonly total: number;
  readonly dropped: number;
}

/** Call it before the page is opened. */
export const watchFrames = (page: Page): Promise<unknown> => page.addInitScript(watch);

/** The counts of a page with `watchFrames`. The largest step begins anew with each call. */
export const readFrames = (page: Page): Promise<Frames> =>
  page.evaluate(() => {
    const counters = Reflect.get(globalThis, 'frameCounters') as { waiting: number; largestStep: number };
    const video = document.querySelector<HTMLVideoElement>('[data-player] video');
    const { waiting, largestStep } = counters;
    counters.largestStep = 0;
    const quality = video?.getVideoPlaybackQuality();
    return {
      currentTime: video?.currentTime ?? 0,
      waiting,
      largestStep,
      total: quality?.totalVideoFrames ?? 0,
      dropped: quality?.droppedVideoFrames ?? 0,
    };
  });

/** The seconds that are missing in what is buffered after a time of the player's. */
export const missingSeconds = (page: Page, from: number): Promise<number> =>
  page.evaluate((fromSeconds) => {
    const buffered = document.querySelector<HTMLVideoElement>('[data-player] video')?.buffered;
    let missing = 0;
    for (let i = 1; buffered !== undefined && i < buffered.length; i += 1) {
      if (buffered.end(i - 1) > fromSeconds) missing += buffered.start(i) - buffered.end(i - 1);
    }
    return missing;
  }, from);

/** Runs in the page. */
function watch(): void {
  const counters = { waiting: 0, largestStep: 0 };
  Reflect.set(globalThis, 'frameCounters', counters);
  document.addEventListener('waiting', () => (counters.waiting += 1), true);
  let watched: HTMLVideoElement | null = null;
  setInterval(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-player] video');
    if (video === null || video === watched) return;
    watched = video;
    let last: number | null = null;
    const look = (_: number, { mediaTime }: { readonly mediaTime: number }) => {
      if (last !== null) counters.largestStep = Math.max(counters.largestStep, mediaTime - last);
      last = mediaTime;
      if (watched === video) video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  }, 100);
}
