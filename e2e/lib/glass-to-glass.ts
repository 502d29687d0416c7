import type { Page } from '@playwright/test';
import { CLOCK_SCRIPT, clockAge } from './clock.ts';

const WIDTH = 352;
const HEIGHT = 198;

/** Adds the clock's reader to the page. Call it before the page is opened. */
export async function installClockReader(page: Page): Promise<void> {
  await page.addInitScript({ content: CLOCK_SCRIPT });
}

/**
 * Glass-to-glass latency in milliseconds: the age of the displayed frame, by the wall clock that the
 * encoder drew into it on the same machine. Null where no frame with a readable clock is displayed.
 */
export async function measureGlassToGlassMs(page: Page): Promise<number | null> {
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
