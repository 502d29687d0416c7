/** A viewer changes the quality of a live stream, whose renditions the server makes on demand. */
import { expect, type Page, test } from '@playwright/test';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';

let instance: Instance;
let reef: Streamer;
let publisher: Publisher;

test.beforeAll(async () => {
  instance = await startInstance({ TRANSCODING: '2' });
  reef = await instance.createStreamer('reef');
  publisher = await startPublisher({
    url: reef.rtmpUrl,
    key: reef.streamKey,
    width: 640,
    height: 360,
    fps: 15,
    bFrames: 2,
  });
});
test.afterAll(async () => {
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const secondsBehind = async (page: Page) => Number(await player(page).getAttribute('data-latency-ms')) / 1000;
const heightShown = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.videoHeight ?? 0);

const loadedPieces = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.buffered.length);

/** Chooses with the keyboard alone: the letters of an entry move the focus to it. */
async function choose(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitemradio', { name: entry });
  await item.focus();
  await page.keyboard.press('Enter');
}

test('changes the quality without a gap, plays the sound alone, and stays live', async ({ page }) => {
  await page.goto(reef.watchUrl);
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  await choose(page, /^240p/);
  await expect.poll(() => heightShown(page), { timeout: 30_000 }).toBe(240);
  await choose(page, /^360p/);
  await expect.poll(() => heightShown(page), { timeout: 30_000 }).toBe(360);
  // The media of both renditions is one buffered piece. A busy machine may stall, but leaves no hole.
  expect(await loadedPieces(page)).toBe(1);

  await choose(page, /^Audio only/);
  await expect(page.locator('[data-sound-cover]')).toBeVisible();
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  expect(await secondsBehind(page)).toBeLessThan(5);
  // The choice is this browser's.
  await page.reload();
  await expect(page.locator('[data-sound-cover]')).toBeVisible();
  await choose(page, /^Auto/);
  await expect.poll(() => heightShown(page), { timeout: 30_000 }).toBeGreaterThan(0);
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  expect(await secondsBehind(page)).toBeLessThan(5);
});
