/** Reads and controls the player of a page. */
import { expect, type Page } from '@playwright/test';
import { measureGlassToGlassMs } from './glass-to-glass.ts';

export const player = (page: Page) => page.locator('[data-player]');

/** The height of the frames on the screen; 0 without any. */
export const heightShown = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.videoHeight ?? 0);

/** The pieces of buffered media: two or more have a hole between them. */
export const bufferedPieces = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.buffered.length);

/** Chooses a quality with the keyboard alone. */
export async function chooseQuality(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitemradio', { name: entry });
  await item.focus();
  await page.keyboard.press('Enter');
}

/** The median of `count` glass-to-glass delays, in milliseconds. The page needs the reader of the clock. */
export async function medianGlassToGlassMs(page: Page, count: number): Promise<number> {
  const ages: number[] = [];
  await expect
    .poll(
      async () => {
        const age = await measureGlassToGlassMs(page);
        if (age !== null) ages.push(age);
        return ages.length;
      },
      { intervals: [50] },
    )
    .toBeGreaterThanOrEqual(count);
  return ages.toSorted((a, b) => a - b)[Math.floor(ages.length / 2)] ?? Number.NaN;
}
