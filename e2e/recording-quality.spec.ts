/** A creator's upload gets renditions in the background, and viewers change its quality. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { CLIPS, makeClip } from '../apps/server/test/support/clip-files.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { bufferedPieces, chooseQuality, heightShown, player } from './lib/player.ts';
import { signIn } from './lib/session.ts';

const SOON = { timeout: 30_000 };

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ TRANSCODING: '2' });
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

const positionOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.currentTime ?? 0);

test('plays an upload in the quality that the viewer chooses without a hole, or its sound alone', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-quality-'));
  const clip = join(folder, 'Tide.mp4');
  // B-frames are decoded before they are shown, in the source alone.
  await makeClip(clip, [...CLIPS.h264, '-preset', 'veryfast', '-bf', '2', '-s', '640x360'], 90);
  await signIn(page, instance, await instance.createStreamer('tide'));
  await page.goto(`${instance.url}/dashboard/streamer/vods`);
  await page.getByLabel('Choose video or audio files').setInputFiles(clip);
  await expect(page.getByRole('link', { name: 'Edit Tide' })).toBeVisible({ timeout: 60_000 });
  await rm(folder, { recursive: true });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Qualities: source and 240p')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });

  await page.getByRole('link', { name: 'Tide', exact: true }).click();
  await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);
  await chooseQuality(page, /^240p/);
  await expect.poll(() => heightShown(page), SOON).toBe(240);
  await chooseQuality(page, /^360p/);
  await expect.poll(() => heightShown(page), SOON).toBe(360);
  // The media of both renditions is one buffered piece.
  await expect.poll(() => bufferedPieces(page), SOON).toBe(1);
  const before = await positionOf(page);
  await expect.poll(() => positionOf(page), SOON).toBeGreaterThan(before + 1);

  await chooseQuality(page, /^240p/);
  await expect.poll(() => heightShown(page), SOON).toBe(240);
  // The choice is this browser's, and holds far from the beginning, of which the playlists are read first.
  await page.reload();
  await expect.poll(() => heightShown(page), SOON).toBe(240);
  await player(page).focus();
  await page.keyboard.press('8');
  await expect.poll(() => positionOf(page), SOON).toBeGreaterThan(72.2);
  expect(await heightShown(page)).toBe(240);

  await chooseQuality(page, /^Audio only/);
  await expect(page.locator('[data-sound-cover]')).toBeVisible();
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  await chooseQuality(page, /^Auto/);
  await expect.poll(() => heightShown(page), SOON).toBeGreaterThan(0);
});
