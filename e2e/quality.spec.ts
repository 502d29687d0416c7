/** A viewer changes the quality of a live stream, whose renditions the server makes on demand. */
import { expect, type Page, test } from '@playwright/test';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { bufferedPieces, chooseQuality, heightShown, player } from './lib/player.ts';
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

const secondsBehind = async (page: Page) => Number(await player(page).getAttribute('data-latency-ms')) / 1000;

test('changes the quality without a gap, plays the sound alone, and stays live', async ({ page }) => {
  await page.goto(reef.watchUrl);
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  await chooseQuality(page, /^240p/);
  await expect.poll(() => heightShown(page), { timeout: 30_000 }).toBe(240);
  await chooseQuality(page, /^360p/);
  await expect.poll(() => heightShown(page), { timeout: 30_000 }).toBe(360);
  // The media of both renditions is one buffered piece. A busy machine may stall, but leaves no hole.
  expect(await bufferedPieces(page)).toBe(1);

  await chooseQuality(page, /^Audio only/);
  await expect(page.locator('[data-sound-cover]')).toBeVisible();
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  expect(await secondsBehind(page)).toBeLessThan(5);
  // The choice is this browser's.
  await page.reload();
  await expect(page.locator('[data-sound-cover]')).toBeVisible();
  await chooseQuality(page, /^Auto/);
  await expect.poll(() => heightShown(page), { timeout: 30_000 }).toBeGreaterThan(0);
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  expect(await secondsBehind(page)).toBeLessThan(5);
});
