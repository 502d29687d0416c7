import type { Page } from '@playwright/test';
import { CLOCK_SCRIPT, clockAge } from './clock.ts';

const WIDTH = 352;
const HEIGHT = 198;

/** Call before the page is opened: puts the clock's reader into it. */
export async function prepareGlass(page: Page): Promise<void> {
  await page.addInitScript({ content: CLOCK_SCRIPT });
}

/**
 * How old the picture on the screen is, in milliseconds: the wall clock that the encoder drew into
 * the frame that the video element shows now, against the same machine's clock. Null where no frame
 * with a readable clock is shown.
 */
export async function glassToGlassMs(page: Page): Promise<number | null> {
  const reading = await page.evaluate(
    ({ width, height }) => {
      const video = document.querySelector<HTMLVideoElement>('[data-player] video');
      const read = (
        globalThis as { readClock?: (rgba: Uint8ClampedArray, w: number, h: number) => number | null }
      ).readClock;
      if (video === null || read === undefined || video.videoWidth === 0) return null;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) return null;
      context.drawImage(video, 0, 0, width, height);
      const nowMs = Date.now();
      const value = read(context.getImageData(0, 0, width, height).data, width, height);
      return value === null ? null : { value, nowMs };
    },
    { width: WIDTH, height: HEIGHT },
  );
  return reading === null ? null : clockAge(reading.value, reading.nowMs);
}
