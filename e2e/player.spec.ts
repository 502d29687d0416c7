/** What a viewer does with the player and the page around it. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** Lower than the page, so that arrow keys could scroll it. */
const LOW_DESK = { width: 1440, height: 500 };

let instance: Instance;
let coral: Streamer;
let publisher: Publisher;

test.beforeAll(async () => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
  publisher = await startPublisher({
    url: coral.rtmpUrl,
    key: coral.streamKey,
    width: 320,
    height: 180,
    fps: 15,
  });
});
test.afterAll(async () => {
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const seekBar = (page: Page) => page.getByRole('slider', { name: 'Seek' });
const expectPlaying = (page: Page) => expect(player(page)).toHaveAttribute('data-state', 'playing');
const secondsBehind = async (page: Page) => Number(await player(page).getAttribute('data-latency-ms')) / 1000;
const mediaTime = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.currentTime ?? 0);
/** The media time and the page's clock at the same moment, in seconds. */
const playhead = (page: Page) =>
  page.evaluate(() => ({
    media: document.querySelector<HTMLVideoElement>('[data-player] video')?.currentTime ?? 0,
    clock: performance.now() / 1000,
  }));
const volume = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.volume ?? 0);

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator} is not displayed`);
  return box;
}

/** Opens the stream's page and waits until there is half a minute to rewind into. */
async function watch(page: Page): Promise<void> {
  await page.goto(coral.watchUrl);
  await expectPlaying(page);
  await expect
    .poll(async () => Number(await seekBar(page).getAttribute('aria-valuemax')), {
      message: 'seconds to rewind into',
      timeout: 60_000,
    })
    .toBeGreaterThan(30);
}

/**
 * Plays three more seconds of media, no faster than time passes: neither sped up nor by a jump to live. The distance
 * from live is no measure of it, since a publisher on a busy machine can fall behind.
 */
async function expectToStayBehind(page: Page): Promise<void> {
  await expectPlaying(page);
  const start = await playhead(page);
  await expect
    .poll(() => mediaTime(page), { message: 'media time advances' })
    .toBeGreaterThan(start.media + 3);
  const end = await playhead(page);
  expect(end.media - start.media).toBeLessThan(end.clock - start.clock + 0.5);
}

test.describe('on a desktop', () => {
  test.use({ viewport: LOW_DESK });

  test('shows how far a paused stream is behind live, and after a minute that it continues at live', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(coral.watchUrl);
    await expectPlaying(page);
    await page.keyboard.press('k');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^[5-9] seconds behind live$/);
    await page.getByRole('button', { name: /^Go to live/ }).click();
    await expectPlaying(page);
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', 'Live');
    await page.keyboard.press('k');
    await page.clock.fastForward(61_000);
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /\d+ (minutes?|seconds?) behind live$/);
    await page.getByRole('button', { name: 'Play live' }).click();
    await expectPlaying(page);
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', 'Live');
    await expect.poll(() => secondsBehind(page)).toBeLessThan(9);
  });

  test('says that a stream plays in picture-in-picture, and returns it to the page', async ({ page }) => {
    // The headless browser has no such window: the page is told that there is one.
    await page.addInitScript(() => {
      let shown: Element | null = null;
      const show = (element: Element | null, video: Element, type: string) => {
        shown = element;
        video.dispatchEvent(new Event(type));
      };
      Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true });
      Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => shown });
      Document.prototype.exitPictureInPicture = async () => {
        if (shown) show(null, shown, 'leavepictureinpicture');
      };
      HTMLVideoElement.prototype.requestPictureInPicture = async function () {
        show(this, this, 'enterpictureinpicture');
        return {} as PictureInPictureWindow;
      };
    });
    await page.goto(coral.watchUrl);
    await expectPlaying(page);
    await page.keyboard.press('p');
    await expect(page.getByText('Playing in picture-in-picture')).toBeVisible();
    await page.getByRole('button', { name: 'Return to this page' }).click();
    await expect(page.getByText('Playing in picture-in-picture')).toBeHidden();
  });
});

test('plays in an embedded player before the app has loaded, and continues in the same element, muted on request', async ({
  page,
}) => {
  // The server renders the player of a live stream only.
  await page.goto(coral.watchUrl);
  await expectPlaying(page);
  const app = Promise.withResolvers<void>();
  await page.route('**/assets/app-*.js', async (route) => {
    await app.promise;
    await route.continue();
  });
  await page.goto(`${instance.url}/embed/${coral.username}?muted=1`);
  await expect.poll(() => mediaTime(page), { message: 'media time advances' }).toBeGreaterThan(0);
  const video = await page.locator('[data-player] video').elementHandle();
  app.resolve();
  await expectPlaying(page);
  const state = await page
    .locator('[data-player] video')
    .evaluate((now: HTMLVideoElement, early) => ({ same: now === early, muted: now.muted }), video);
  expect(state).toEqual({ same: true, muted: true });
});

test('keeps the video above the page on a phone: taps on it reach the player', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { ...PHONE, height: 500 }, hasTouch: true });
  await page.goto(coral.watchUrl);
  await expectPlaying(page);
  // What lies under the video at every position of the page, as the links in cards of other streams do.
  await page.evaluate(() => {
    const card = document.createElement('a');
    Object.assign(card.style, { position: 'relative', zIndex: '10', display: 'block', height: '3000px' });
    document.querySelector('aside[aria-label="More live channels"]')?.append(card);
  });
  await page.evaluate(() => scrollTo(0, 1500));
  const box = await boxOf(player(page));
  expect(box.y).toBeGreaterThanOrEqual(0);
  const hit = await page.evaluate(
    ({ x, y, width, height }) =>
      document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-player]') !== null,
    box,
  );
  expect(hit).toBe(true);
  await page.close();
});

test('shows tags and the category of a stream as links to Discover, each of which finds it', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: DESK });
  const page = await context.newPage();
  const { email, password } = coral;
  const signedIn = await page.request.post(`${instance.url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: instance.url },
  });
  expect(signedIn.status()).toBe(200);
  const saved = await page.request.put(`${instance.url}/api/me/stream-settings`, {
    data: { title: 'Night tide', category: 'Music', tags: ['ambient', 'vinyl'], isMature: false },
    headers: { origin: instance.url },
  });
  expect(saved.status()).toBe(200);
  await page.goto(coral.watchUrl);
  const tags = page.getByRole('list', { name: 'Tags' });
  await expect(tags.getByRole('link')).toHaveText(['ambient', 'vinyl']);

  await tags.getByRole('link', { name: 'vinyl' }).click();
  await page.waitForURL('**/discover?tag=vinyl');
  const card = page.getByRole('main').getByRole('article').filter({ hasText: 'Night tide' });
  await card.getByRole('link', { name: 'Music' }).click();
  await page.waitForURL('**/discover?category=music');
  await card.getByRole('link', { name: 'Night tide' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Music' }).first().click();
  await page.waitForURL('**/discover?category=music');
  await context.close();
});

const hero = (page: Page) => page.locator('[data-preview]').first();

test('plays the stream on Home muted, with buttons for pause and sound', async ({ page }) => {
  await page.goto(instance.url);
  await expect(hero(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('button', { name: 'Unmute preview' }).click();
  await expect(page.getByRole('button', { name: 'Mute preview' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause preview' }).click();
  await expect(hero(page)).toHaveAttribute('data-state', 'paused');
  await page.getByRole('button', { name: 'Play preview' }).click();
  await expect(hero(page)).toHaveAttribute('data-state', 'playing');
  // The buttons lie on a link to the stream, which they don't follow.
  expect(new URL(page.url()).pathname).toBe('/');
});

test('keeps the stream on Home still for viewers who prefer reduced motion, until they play it', async ({
  browser,
}) => {
  const page = await browser.newPage({ reducedMotion: 'reduce', viewport: DESK });
  await page.goto(instance.url);
  const play = page.getByRole('button', { name: 'Play preview' });
  await expect(play).toBeVisible();
  await expect(hero(page)).toHaveAttribute('data-state', 'blocked');
  await play.click();
  await expect(hero(page)).toHaveAttribute('data-state', 'playing');
  await page.close();
});

// Last, since the stream has run for half a minute by now.
test.describe('with half a minute to rewind into', () => {
  test.use({ viewport: LOW_DESK });

  test('seeks and changes the volume by arrow keys after a click on the video, without scrolling the page', async ({
    page,
  }) => {
    await watch(page);
    await player(page).click({ position: { x: 200, y: 100 } });
    await player(page).click({ position: { x: 200, y: 100 } });
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => secondsBehind(page)).toBeGreaterThan(14);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await volume(page)).toBeCloseTo(0.9);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expectToStayBehind(page);
    const before = await secondsBehind(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => secondsBehind(page)).toBeLessThan(before - 3);
    await page.getByRole('button', { name: /^Go to live/ }).click();
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', 'Live');
    // A busy machine may be a few seconds behind at live.
    await expect.poll(() => secondsBehind(page)).toBeLessThan(9);
    await expectPlaying(page);
  });

  test('seeks where the slider is dropped, and by its keys', async ({ page }) => {
    await watch(page);
    // Shows the controls, and waits until the page has its final layout.
    await player(page).hover();
    await seekBar(page).hover();
    const bar = await boxOf(seekBar(page));
    expect(bar.height).toBeGreaterThanOrEqual(24);
    await page.mouse.move(bar.x + bar.width - 8, bar.y + bar.height / 2);
    await page.mouse.down();
    await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2, { steps: 4 });
    // Not before it is dropped.
    expect(await secondsBehind(page)).toBeLessThan(10);
    await page.mouse.up();
    await expect.poll(() => secondsBehind(page)).toBeGreaterThan(12);
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /\d+ seconds? behind live$/);
    await expectToStayBehind(page);
    await seekBar(page).focus();
    await page.keyboard.press('End');
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', 'Live');
    await page.keyboard.press('ArrowLeft');
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^[5-9] seconds behind live$/);
    await page.keyboard.press('Home');
    await expect.poll(() => secondsBehind(page)).toBeGreaterThan(30);
    await expectToStayBehind(page);
    await expectAccessible(page);
  });
});
