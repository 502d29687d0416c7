/**
 * The recording of a stream at both widths: on the page of the stream that has ended, and among its streamer's
 * recordings.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { CLIPS, makeClip } from '../apps/server/test/support/clip-files.ts';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { startPublisher } from './lib/publisher.ts';
import { signIn } from './lib/session.ts';
import { DESK, PHONE, VIEWPORTS } from './lib/viewports.ts';

const SOON = { timeout: 30_000 };
/** In seconds; a few segments. */
const STREAM_SECONDS = 7;
/** Its page first reads the beginning of its playlists only. */
const UPLOAD_SECONDS = 150;

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ GRACE_SECONDS: '1', TRUST_PROXY: 'loopback' });
});
test.afterAll(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const video = (page: Page) => player(page).locator('video');
const read = (page: Page, property: 'currentTime' | 'duration' | 'ended' | 'playbackRate') =>
  video(page).evaluate((element: HTMLVideoElement, name) => Number(element[name]), property);

/** Expects a frame on a part of the seek bar. Points at it again where the controls were hidden meanwhile. */
async function expectFrameAt(page: Page, part: number, attribute: 'src' | 'style', value: RegExp) {
  const bar = page.getByRole('slider', { name: 'Seek' });
  await expect(async () => {
    await player(page).hover();
    const { width, height } = (await bar.boundingBox()) ?? { width: 0, height: 0 };
    await bar.hover({ position: { x: width * part, y: height / 2 } });
    const frame = player(page).locator('img[style]');
    await expect(frame).toHaveAttribute(attribute, value, { timeout: 2_000 });
  }).toPass(SOON);
}

/** Lets the pages to come write the time of the first frame that they show into `data-first-frame`. */
const noteFirstFrame = (page: Page) =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const [first] = document.getElementsByTagName('video');
      if (first === undefined) return;
      observer.disconnect();
      first.requestVideoFrameCallback((_now, { mediaTime }) => {
        document.documentElement.dataset.firstFrame = String(mediaTime);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });

/** Cuts off the beginning and undoes it, cuts at exact frames and undoes it, then splits the recording. */
async function trim(page: Page) {
  await page.getByRole('button', { name: 'Trim or split' }).click();
  const whole = page.getByText(/^Keeps everything/);
  await expect(whole).toBeVisible(SOON);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await page.getByRole('slider', { name: 'Start' }).press('ArrowRight');
  await page.getByRole('textbox', { name: 'First moment' }).fill('0:04');
  const kept = page.getByText(/^Keeps 0:0[2-6]–/);
  await expect(kept).toBeVisible();
  await expect(page.getByText(/^Chapter “The long one” moves from 0:02 to 0:00/)).toBeVisible();
  await save.click();
  await expect(page.getByLabel('Title of chapter 1')).toHaveValue('The long one', SOON);
  await page.getByRole('button', { name: 'Undo all edits' }).click();
  await expect(whole).toBeVisible(SOON);
  await expect(page.getByLabel('Title of chapter 2')).toHaveValue('The long one');

  const storedSeconds = async () => {
    const { items } = await (await page.request.get(`${instance.url}/api/me/recordings`)).json();
    return items[0].durationMs / 1000;
  };
  const wholeSeconds = await storedSeconds();
  await page.getByRole('switch', { name: 'Exact' }).click();
  await page.getByRole('textbox', { name: 'First moment' }).fill('0:00.5');
  await save.click();
  await expect.poll(storedSeconds, SOON).toBeLessThan(wholeSeconds - 0.3);
  await expect(page.getByText(/^Keeps 0:00\.5\d\d–/)).toBeVisible(SOON);
  await expect(page.getByRole('progressbar', { name: 'Encoding the cuts' })).toBeHidden(SOON);
  // Across the edge, and the keyframe after it.
  const trimmed = page.getByLabel('Preview of The first evening', { exact: true });
  const shownSeconds = () => trimmed.evaluate((element: HTMLVideoElement) => element.duration);
  // Until it has loaded them, it shows more, or less where it was loaded before the first cut was undone.
  const keptSeconds = await storedSeconds();
  await expect.poll(async () => Math.abs((await shownSeconds()) - keptSeconds), SOON).toBeLessThan(0.3);
  await trimmed.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.playbackRate = 4;
    return element.play();
  });
  await expect
    .poll(() => trimmed.evaluate((element: HTMLVideoElement) => element.currentTime), SOON)
    .toBeGreaterThan(2.5);
  // A cut in video with B-frames leaves no gap, by which it would be longer.
  expect(Math.abs((await shownSeconds()) - keptSeconds)).toBeLessThan(0.1);
  await page.getByRole('button', { name: 'Undo all edits' }).click();
  await expect(whole).toBeVisible(SOON);

  await page.getByRole('button', { name: 'Cut out a part' }).click();
  await page.getByRole('button', { name: 'Remove cut 1' }).click();
  const original = page.getByLabel('Preview of everything in The first evening');
  await original.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 4;
  });
  await page.getByRole('button', { name: 'Split at 0:04' }).click(SOON);
  await expect(page.getByRole('link', { name: 'The first evening (part 2)' })).toBeVisible(SOON);
  await expect(page.getByText(/^Keeps 0:00–/)).toBeVisible();
}

/** Expects the share sheet to offer a link that starts where the recording is paused. */
async function expectLinkAtTime(page: Page): Promise<void> {
  const seconds = Math.floor(await read(page, 'currentTime'));
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await sheet.getByRole('checkbox', { name: `Start at 0:0${seconds}` }).check();
  await expect(sheet.getByText(new RegExp(`\\?t=${seconds}s$`))).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
}

/** Expects the page of a recording to open where the account stopped on another device, with the first frame. */
async function expectResume(page: Page) {
  const [, , username, slug] = new URL(page.url()).pathname.split('/');
  const { stream } = await (
    await page.request.get(`${instance.url}/api/streamers/${username}/streams/${slug}`)
  ).json();
  const address = page.url();
  // The player tells where it is as its page is left.
  await page.goto(`${instance.url}/faq`);
  await page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ positionMs: 142_000 });
    await fetch(`/api/me/history/${id}/position`, { method: 'PUT', headers, body });
  }, stream.id);
  await noteFirstFrame(page);
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('data-first-frame', /^14[1-9]/, SOON);
  // The app takes over the player where it is. Faster, to see the end sooner.
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 4;
  });
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible(SOON);
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    const name = `coral${viewport.width}`;
    let coral: Streamer;

    test.beforeAll(async () => {
      coral = await instance.createStreamer(name);
    });

    test('who watched the end of a stream can watch its recording, and a later visitor plays it at once, to its end, and resumes it', async ({
      browser,
    }) => {
      const watching = await browser.newPage({ viewport });
      const media = { width: 320, height: 180, fps: 10, bitrateKbps: 200, bFrames: 2, captions: true };
      const publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...media });
      await watching.goto(coral.watchUrl);
      await expect(player(watching)).toHaveAttribute('data-state', 'playing', SOON);
      const { stream } = await (await fetch(`${instance.url}/api/streamers/${name}/streams/live`)).json();
      // At the permanent address of the channel, the player would wait for its next stream.
      await watching.goto(`${instance.url}/s/${name}/${stream.slug}`);
      await expect(player(watching)).toHaveAttribute('data-state', 'playing', SOON);
      await expect.poll(() => read(watching, 'currentTime'), SOON).toBeGreaterThan(STREAM_SECONDS);
      await player(watching).focus();
      await watching.keyboard.press('c');
      const caption = player(watching).getByText(/^Caption \d+$/);
      await expect(caption).toBeVisible(SOON);
      await watching.keyboard.press('Home');
      await expect(player(watching)).toHaveAttribute('data-player', 'recording');
      await expect(player(watching)).toHaveAttribute('data-state', 'playing', SOON);
      await expect(caption).toBeVisible(SOON);
      await expectFrameAt(watching, 0.05, 'src', /\/running\/0\.webp$/);
      await expectFrameAt(watching, 0.95, 'src', /\/running\/[1-9]\d*\.webp$/);
      await watching.keyboard.press('End');
      await expect(player(watching)).toHaveAttribute('data-player', 'live');
      await expect(player(watching)).toHaveAttribute('data-state', 'playing', SOON);
      await publisher.stop();
      await watching.getByRole('button', { name: 'Watch from the beginning' }).click(SOON);
      await expect(player(watching)).toHaveAttribute('data-player', 'recording');
      await expect(player(watching)).toHaveAttribute('data-state', 'playing', SOON);

      const page = await browser.newPage({ viewport });
      await page.goto(`${instance.url}/s/${name}/${stream.slug}?t=3s`);
      await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);
      await expect.poll(() => read(page, 'duration'), SOON).toBeGreaterThan(STREAM_SECONDS - 1);
      expect(await read(page, 'currentTime')).toBeGreaterThanOrEqual(3);
      await page.getByRole('button', { name: 'Speed: 1×' }).click();
      await page.getByRole('menuitemradio', { name: '2×', exact: true }).click();
      expect(await read(page, 'playbackRate')).toBe(2);
      await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible(SOON);
      expect(await read(page, 'ended')).toBe(1);
      expect(Math.abs((await read(page, 'duration')) - (await read(page, 'currentTime')))).toBeLessThan(0.1);
      await page.getByRole('slider', { name: 'Seek' }).press('Home');
      await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);

      await page.getByRole('button', { name: 'Speed: 2×' }).click();
      await page.getByRole('menuitemradio', { name: '0.25×', exact: true }).click();
      await page.getByRole('slider', { name: 'Seek' }).press('ArrowRight');
      await expect.poll(() => read(page, 'currentTime'), SOON).toBeGreaterThan(5);
      await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);
      await page.getByRole('button', { name: 'Pause' }).click();
      await expect(player(page)).toHaveAttribute('data-state', 'paused', SOON);
      await expectLinkAtTime(page);
      await noteFirstFrame(page);
      await page.goto(`${instance.url}/s/${name}/${stream.slug}`);
      await expect(page.locator('html')).toHaveAttribute('data-first-frame', /^(4\.9|[5-9])/, SOON);
      await watching.close();
      await page.close();
    });

    // Pointing at frames needs room and a mouse: it is tested once, at a desk.
    if (viewport === PHONE) {
      test('cards and the seek bar of a recording show its frames, and nothing moves for who prefers less motion', async ({
        browser,
      }) => {
        const videos = async () => (await fetch(`${instance.url}/api/streamers/${name}/videos`)).json();
        await expect.poll(async () => (await videos()).items[0]?.storyboard ?? null, SOON).not.toBeNull();
        const page = await browser.newPage({ viewport: DESK });
        await page.goto(`${instance.url}/streamer/${name}`);
        const card = page.getByRole('article').filter({ hasText: 'Length' });
        const frame = card.locator('img[src*="/storyboard/"][style]');
        const column = () => frame.evaluate((image: HTMLImageElement) => image.style.left);
        await card.hover();
        await expect(frame).toHaveAttribute('src', /\/storyboard\/whole\/0\.webp$/, SOON);
        const first = await column();
        await expect.poll(column, { ...SOON, intervals: [50] }).not.toBe(first);
        await page.mouse.move(0, 0);
        await expect(frame).toHaveCount(0);
        await page.keyboard.press('Tab');
        const link = card.getByRole('heading').getByRole('link');
        await link.focus();
        await expect(frame).toBeVisible(SOON);
        await link.blur();
        await expect(frame).toHaveCount(0);

        const calm = await browser.newPage({ viewport: DESK, reducedMotion: 'reduce' });
        await calm.clock.install();
        await calm.goto(`${instance.url}/streamer/${name}`);
        const calmCard = calm.getByRole('article').filter({ hasText: 'Length' });
        await calmCard.hover();
        await calm.clock.runFor(2_000);
        await expect(calmCard.locator('img[src*="/storyboard/"]')).toHaveCount(0);
        await calm.close();

        await link.click();
        await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);
        await expectFrameAt(page, 0.05, 'style', /left: 0%/);
        await expectFrameAt(page, 0.95, 'style', /left: -\d00%/);
        await page.close();
      });
    }

    // Comments look the same at both widths: they are tested once.
    if (viewport === PHONE) {
      test('a viewer comments on a recording, a time in the comment seeks, and the streamer answers it and deletes it', async ({
        browser,
      }) => {
        const videos = async () => (await fetch(`${instance.url}/api/streamers/${name}/videos`)).json();
        await expect.poll(async () => (await videos()).items.length, SOON).toBe(1);
        const address = `${instance.url}/s/${name}/${(await videos()).items[0].slug}`;
        const viewer = await browser.newPage({ viewport });
        await signIn(viewer, instance, await instance.createStreamer('kelp'));
        await viewer.goto(address);
        await expect(viewer.getByText('No comments yet')).toBeVisible(SOON);
        await viewer.getByRole('textbox', { name: 'Add a comment' }).fill('The wave at 0:05 is huge');
        await viewer.getByRole('button', { name: 'Comment', exact: true }).click();
        const comments = viewer.getByRole('list', { name: 'Comments' });
        await expect(comments.getByText(/^The wave at/)).toBeVisible();
        await video(viewer).evaluate((element: HTMLVideoElement) => element.pause());
        await comments.getByRole('button', { name: 'Play from 0:05' }).click();
        await expect.poll(() => read(viewer, 'currentTime'), SOON).toBeGreaterThanOrEqual(4.9);

        const page = await browser.newPage({ viewport });
        await signIn(page, instance, coral);
        await page.goto(`${instance.url}/dashboard/viewer/notifications`);
        await page.getByRole('link', { name: /kelp commented on/i }).click(SOON);
        const comment = page.getByRole('article', { name: 'Comment by kelp' }).last();
        await comment.getByRole('button', { name: 'Like' }).click(SOON);
        await comment.getByRole('button', { name: 'Reply' }).click();
        await page.getByRole('textbox', { name: 'Reply to kelp' }).fill('I fell in right after it');
        await page.getByRole('textbox', { name: 'Reply to kelp' }).press('Control+Enter');
        await expect(page.getByText('I fell in right after it')).toBeVisible();

        await viewer.reload();
        await expect(viewer.getByRole('button', { name: 'Like, 1 like' })).toBeVisible(SOON);
        await viewer.getByRole('button', { name: '1 reply' }).click();
        const reply = viewer.getByRole('article', { name: `Comment by ${name}` });
        await expect(reply).toContainText('Streamer');
        await expectAccessible(viewer);

        await comment.getByRole('button', { name: 'Actions for the comment by kelp' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await expect(page.getByText('No comments yet')).toBeVisible();
        await viewer.close();
        await page.close();
      });
    }

    test('a streamer edits a recording, hides it from others, and deletes it, which can be undone', async ({
      page,
      browser,
    }) => {
      await signIn(page, instance, coral);
      await page.goto(`${instance.url}/dashboard/streamer/vods`);
      const row = page.getByRole('article').filter({ hasNotText: '(part 2)' });
      await row.getByRole('link', { name: /^Edit/ }).click();
      await page.getByLabel('Title', { exact: true }).fill('The first evening');
      await page.getByLabel('Description').fill('0:00 Intro\n0:02 The long one');
      await page.getByRole('button', { name: 'Save details' }).click();
      await page.getByRole('button', { name: 'Use the 2 times in the description' }).click();
      await page.getByRole('button', { name: 'Save chapters' }).click();
      await expect(page.getByText('Chapters saved')).toBeVisible();
      await expect(page.getByLabel('Title of chapter 2')).toHaveValue('The long one');
      const preview = page.getByLabel('Preview of The first evening');
      await expect
        .poll(() => preview.evaluate((element: HTMLVideoElement) => element.readyState), SOON)
        .toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Use the preview’s frame' }).click();
      await expect(page.getByText('Thumbnail saved')).toBeVisible(SOON);
      await trim(page);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download as MP4' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/\.mp4$/);
      const bytes = await readFile(await file.path());
      expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
      expect(bytes.byteLength).toBeGreaterThan(20_000);
      await page.getByRole('link', { name: 'Recordings', exact: true }).first().click();
      await expect(row.getByRole('heading', { name: 'The first evening' })).toBeVisible();
      await row.getByRole('combobox').selectOption('private');
      await expect(row.getByRole('combobox')).toHaveValue('private');
      const path = await row.getByRole('heading').getByRole('link').getAttribute('href');

      // Its streamer sees what belongs to it, as viewers of a public one do.
      await row.getByRole('heading').getByRole('link').click();
      await expect(page.getByRole('button', { name: /The long one$/ })).toBeVisible(SOON);
      await page.goBack();

      const stranger = await browser.newPage({ viewport });
      await stranger.goto(instance.url + path);
      await expect(stranger.getByText('Its recording is private.')).toBeVisible(SOON);
      await stranger.close();

      const remove = page.getByRole('button', { name: 'Delete The first evening', exact: true });
      await remove.click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await remove.click();
      await page.getByRole('button', { name: /permanently$/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
      await expect(page.getByRole('heading', { name: 'Recently deleted' })).toHaveCount(0);
    });

    test('a creator uploads a video and its captions, which viewers turn on, and which resumes on another device', async ({
      page,
    }) => {
      const folder = await mkdtemp(join(tmpdir(), 'tributary-upload-'));
      const clip = join(folder, 'Harbor at dawn.mp4');
      const sound = join(folder, 'Harbor bells.mp3');
      await makeClip(clip, CLIPS.h264, UPLOAD_SECONDS);
      await makeClip(sound, ['-vn', '-c:a', 'libmp3lame'], 10);
      await signIn(page, instance, coral);
      await page.goto(`${instance.url}/dashboard/streamer/vods`);
      await page.getByLabel('Choose video or audio files').setInputFiles([clip, sound]);
      await expect(page.getByRole('article', { name: 'Harbor at dawn.mp4' })).toBeVisible(SOON);
      await page.getByRole('link', { name: 'Edit Harbor at dawn' }).click({ timeout: 60_000 });
      await rm(folder, { recursive: true });

      const file = (text: string) => ({ name: 'dawn.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) });
      const choose = page.getByLabel('Choose a caption file');
      await choose.setInputFiles(file('WEBVTT\n\n00:02.000 --> 00:01.000\nGood morning'));
      await expect(
        page.getByText('Line 3: The end 00:00:01.000 is before the start 00:00:02.000.'),
      ).toBeVisible();
      await choose.setInputFiles(file('WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning'));
      await page.getByLabel('End of caption 1').fill('0:10');
      await page.getByRole('button', { name: 'Save captions' }).click();
      await expect(page.getByRole('button', { name: 'Edit captions in English' })).toBeVisible(SOON);
      await page.getByLabel('Visibility').selectOption('public');
      await expect(page.getByText('Visibility changed')).toBeVisible();

      const held = Promise.withResolvers<void>();
      const playlists = '**/recordings/**/*.m3u8';
      await page.route(playlists, (route) => held.promise.then(() => route.continue()));
      await page.getByRole('link', { name: 'View the stream’s page' }).click();
      await expect(player(page)).toHaveAttribute('data-player', 'recording', SOON);
      await player(page).focus();
      // How long the recording is can be seen, and sought in, before anything of it is loaded.
      await page.keyboard.press('9');
      held.resolve();
      await expect.poll(() => read(page, 'currentTime'), SOON).toBeGreaterThan(UPLOAD_SECONDS * 0.9 + 0.2);
      expect(Math.abs((await read(page, 'duration')) - UPLOAD_SECONDS)).toBeLessThan(0.2);
      await page.unroute(playlists);
      // By keys, since messages that "Visibility changed" and "Upload ready" may cover the menu on a phone, and stay while
      // a pointer is over them.
      await page.getByRole('button', { name: 'Captions: off' }).press('Enter', SOON);
      await page.getByRole('menuitemradio', { name: 'English' }).press('Enter');
      await player(page).focus();
      await page.keyboard.press('0');
      await expect(player(page).getByText('Good morning')).toBeVisible();
      await page.keyboard.press('c');
      await expect(player(page).getByText('Good morning')).toHaveCount(0);
      await page.keyboard.press('9');
      await expect.poll(() => read(page, 'currentTime'), SOON).toBeGreaterThan(UPLOAD_SECONDS * 0.9 + 0.2);
      await expectResume(page);

      // Sound alone has a title in place of a picture.
      await page.goto(`${instance.url}/dashboard/streamer/vods`);
      await page.getByRole('link', { name: 'Harbor bells', exact: true }).click({ timeout: 60_000 });
      await expect(player(page).locator('[data-sound-cover]')).toBeVisible(SOON);
      await expect.poll(() => read(page, 'currentTime'), SOON).toBeGreaterThan(0.5);
      expect(Math.abs((await read(page, 'duration')) - 10)).toBeLessThan(0.1);
    });
  });
}
