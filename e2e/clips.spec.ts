/** Clips, at both widths: a viewer makes one of a running stream, and every visitor can watch it. */
import { expect, type Page, test } from '@playwright/test';
import { type Instance, startInstance } from './lib/instance.ts';
import { startPublisher } from './lib/publisher.ts';
import { signIn } from './lib/session.ts';
import { VIEWPORTS } from './lib/viewports.ts';

const SOON = { timeout: 30_000 };

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ GRACE_SECONDS: '1', TRUST_PROXY: 'loopback' });
});
test.afterAll(() => instance[Symbol.asyncDispose]());

const positionOf = (page: Page) =>
  page.locator('[data-player] video').evaluate((video: HTMLVideoElement) => video.currentTime);

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a viewer makes a clip of a running stream by keyboard, and a visitor watches it from its start to its end and the stream from there on, with the chat of that time, until it is deleted', async ({
      page,
      browser,
    }) => {
      const coral = await instance.createStreamer(`coral${viewport.width}`);
      const size = { width: 160, height: 90, fps: 10, bitrateKbps: 100 };
      const publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...size });
      await signIn(page, instance, coral);
      await page.goto(coral.watchUrl);
      await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing', SOON);
      await page.getByRole('textbox', { name: 'Message' }).fill('What a wave');
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect.poll(() => positionOf(page), SOON).toBeGreaterThan(9);
      await page.getByRole('button', { name: 'Clip', exact: true }).click(SOON);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('The wave');
      const start = dialog.getByRole('slider', { name: 'Start' });
      await expect(start).toBeEnabled(SOON);
      await start.press('ArrowRight');
      await dialog.getByRole('button', { name: 'Create clip' }).click();
      await dialog.getByRole('link', { name: 'View clip' }).click(SOON);
      await expect(page.getByRole('heading', { name: 'The wave' })).toBeVisible();
      await publisher.stop();

      const clipUrl = page.url();
      const visitor = await browser.newPage({ viewport });
      await visitor.goto(clipUrl);
      const video = visitor.locator('[data-player] video');
      // A player that takes over the element loads it again, which ends the earlier request to play.
      await expect
        .poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState), SOON)
        .toBeGreaterThan(0);
      await video.evaluate(async (element: HTMLVideoElement) => {
        element.muted = true;
        element.playbackRate = 4;
        await element.play();
      });
      const state = () =>
        video.evaluate((element: HTMLVideoElement) => element.paused && element.currentTime > 4);
      await expect.poll(state, SOON).toBe(true);
      const replayed = visitor.getByRole('list', { name: 'Chat messages' }).getByText('What a wave');
      await expect(replayed).toBeVisible();
      // The chat is also beside the recording of the stream, which opens at the clip.
      await visitor.getByRole('link', { name: 'Watch the stream' }).click();
      await expect(visitor).toHaveURL(/\?t=\d+s$/);
      await expect(visitor.locator('[data-player]')).toHaveAttribute('data-player', 'recording', SOON);
      await expect(replayed).toBeVisible(SOON);

      await page.getByRole('button', { name: 'Delete The wave' }).click();
      await page.getByRole('button', { name: 'Delete clip' }).click();
      await expect(page).toHaveURL(/\/discover$/);
      await visitor.goto(clipUrl);
      await expect(visitor.getByText('This clip was deleted, or its link is wrong.')).toBeVisible();
      await visitor.close();
    });
  });
}
