/** Viewers choose ultra low delay: the stream over WebRTC, and over HLS again where that does not work. */
import { execFile } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { openDatabaseOf } from './lib/database.ts';
import { installClockReader } from './lib/glass-to-glass.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { medianGlassToGlassMs } from './lib/player.ts';
import { freePort } from './lib/ports.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';
import { recordScreen } from './lib/screencast.ts';
import { send, signIn } from './lib/session.ts';

let instance: Instance;
let reef: Streamer;
let publisher: Publisher;

const hasNetwork = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal, family }) => !internal && family === 'IPv4'),
);
test.skip(!hasNetwork, 'Chromium uses no loopback address for WebRTC, and this machine has no other one.');

test.beforeAll(async () => {
  instance = await startInstance({
    HOST: '0.0.0.0',
    WEBRTC_PORT: String(await freePort()),
    TRANSCODING: '1',
    TRUST_PROXY: 'loopback',
    MAX_SCREENS: '1',
  });
  reef = await instance.createStreamer('reef');
  publisher = await startPublisher({
    url: reef.rtmpUrl,
    key: reef.streamKey,
    clock: true,
    captions: true,
    fps: 15,
    gopSeconds: 1,
    bitrateKbps: 500,
  });
});
test.afterAll(async () => {
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const notice = (page: Page) => page.locator('[data-delay-notice]');
const expectPlaying = (page: Page) => expect(player(page)).toHaveAttribute('data-state', 'playing');
const expectHls = (page: Page) => expect(player(page)).toHaveAttribute('data-transport', 'hls');
const entry = (page: Page) => page.getByRole('menuitemcheckbox', { name: /^Ultra low delay/ });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
}

/** By the keyboard alone. */
async function toggle(page: Page): Promise<void> {
  await openMenu(page);
  await entry(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** On a busy machine, the first frame may come too late: choosing it again tries at once. */
async function expectWebRtc(page: Page): Promise<void> {
  await expect(async () => {
    const found = player(page).and(page.locator('[data-transport=webrtc]'));
    const isOn = await found.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (!isOn) {
      await toggle(page);
      await toggle(page);
    }
    expect(isOn).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** The requests for media over HLS, from now on. */
function countSegments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/live/')) count += 1;
  });
  return () => count;
}

/** The process of the instance that has all WebRTC connections. The next offer starts another one. */
async function killWebRtcProcess(): Promise<void> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(instance.pid), '-f', 'webrtc-worker']);
  process.kill(Number(stdout.trim()), 'SIGKILL');
}

const playedFrames = (page: Page) =>
  page.evaluate(
    () =>
      document.querySelector<HTMLVideoElement>('[data-player] video')?.getVideoPlaybackQuality()
        .totalVideoFrames ?? 0,
  );

async function watch(page: Page): Promise<void> {
  await page.goto(reef.watchUrl);
  await expectPlaying(page);
}

/** The test pattern is far brighter than this, and a black frame far darker. */
const DARK = 30;

test('plays with less delay once it is chosen, without a black frame and without requests for HLS, also on the next page', async ({
  page,
}) => {
  await installClockReader(page);
  await watch(page);
  const overHls = await medianGlassToGlassMs(page, 9);
  const screen = await recordScreen(page);
  await toggle(page);
  await expectWebRtc(page);
  await expect.poll(() => playedFrames(page)).toBeGreaterThan(15);
  expect(Math.min(...(await screen.brightness(player(page))))).toBeGreaterThan(DARK);
  const segments = countSegments(page);
  expect(await medianGlassToGlassMs(page, 9)).toBeLessThan(overHls / 2);
  await openMenu(page);
  await expect(page.getByRole('term').filter({ hasText: 'Round trip' })).toBeVisible();
  await expect(page.getByText('WebRTC', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(segments()).toBe(0);
  await page.reload();
  await expectWebRtc(page);
  await toggle(page);
  await expectHls(page);
  await expectPlaying(page);
  expect(await page.evaluate(() => localStorage.getItem('ultra-low-delay'))).toBeNull();
});

test('keeps sound, and goes to HLS to pause, to rewind and for captions, and back from live', async ({
  page,
}) => {
  await watch(page);
  await expect
    .poll(async () => Number(await page.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuemax')))
    .toBeGreaterThan(6);
  await toggle(page);
  await expectWebRtc(page);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Unmute' }).first()).toBeVisible();
  await page.keyboard.press('m');
  await expectPlaying(page);
  const screen = await recordScreen(page);
  await page.keyboard.press('k');
  await expect(player(page)).toHaveAttribute('data-state', 'paused');
  await expectHls(page);
  await page.keyboard.press('k');
  await expectPlaying(page);
  await page
    .getByRole('button', { name: /^Go to live/ })
    .or(player(page))
    .first()
    .focus();
  await page.keyboard.press('End');
  await expectWebRtc(page);
  await page.keyboard.press('j');
  await expectHls(page);
  await expect(page.getByRole('button', { name: /^Go to live/ })).toBeVisible();
  await expectPlaying(page);
  // Controls that are hidden show when they are focused.
  await page.getByRole('button', { name: /^Go to live/ }).focus();
  await page.keyboard.press('Enter');
  await expectWebRtc(page);
  await page.keyboard.press('c');
  await expectHls(page);
  await expect(notice(page)).toHaveAttribute('data-delay-notice', 'captions');
  await expect(player(page).getByText(/^Caption \d+$/)).toBeVisible();
  await page.keyboard.press('c');
  await expectWebRtc(page);
  expect(Math.min(...(await screen.brightness(player(page))))).toBeGreaterThan(DARK);
});

test('stays with HLS where the network blocks UDP, and says so', async ({ page }) => {
  // A port that takes packets and never answers.
  const silent = dgram.createSocket('udp4').bind(0);
  await once(silent, 'listening');
  await page.route('**/whep/*', async (route) => {
    const answer = await route.fetch();
    const sdp = await answer.text();
    const body = sdp.replace(/(a=candidate:.* )\d+( typ host)/g, `$1${silent.address().port}$2`);
    await route.fulfill({ response: answer, body });
  });
  await watch(page);
  const screen = await recordScreen(page);
  await toggle(page);
  await expect(notice(page)).toHaveAttribute('data-delay-notice', 'no_frame');
  await expectHls(page);
  await expectPlaying(page);
  expect(Math.min(...(await screen.brightness(player(page))))).toBeGreaterThan(DARK);
  silent.close();
});

test('falls back to HLS without a black frame where the connection is lost', async ({ page }) => {
  await watch(page);
  await toggle(page);
  await expectWebRtc(page);
  await expect.poll(() => playedFrames(page)).toBeGreaterThan(15);
  const screen = await recordScreen(page);
  // The server ends connections like this, without a message.
  await killWebRtcProcess();
  await expectHls(page);
  await expectPlaying(page);
  await expect(notice(page)).toHaveAttribute('data-delay-notice', 'lost');
  expect(Math.min(...(await screen.brightness(player(page))))).toBeGreaterThan(DARK);
});

test('renews the connection of a gated stream with its access, and loses it when the access ends', async ({
  page,
  browser,
}) => {
  const coral = await instance.createStreamer('coral');
  const db = await openDatabaseOf(instance);
  await db.pool.query(
    `update streamer_data set stream_gate_kind = 'subscribers', stream_gate_id = user_id,
       regular_gate_kind = 'subscribers', regular_gate_id = user_id
      where user_id = (select id from profiles where username = 'coral')`,
  );
  await db.close();
  const gated = await startPublisher({
    url: coral.rtmpUrl,
    key: coral.streamKey,
    width: 320,
    height: 180,
    fps: 15,
    gopSeconds: 1,
    bitrateKbps: 300,
  });
  // Renewed every second instead of twice a minute.
  await page.route('**/api/streams/*/playback', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), expiresInSeconds: 2 } });
  });
  // The player does not help the server to find out.
  await page.route('**/whep/*/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await signIn(page, instance, coral);
  await page.goto(coral.watchUrl);
  await expectPlaying(page);
  let location = '';
  page.on('response', (response) => {
    if (response.status() === 201) location = response.headers().location ?? location;
  });
  await toggle(page);
  await expectWebRtc(page);
  for (let i = 0; i < 3; i += 1) {
    const renewed = await page.waitForResponse((response) => response.request().method() === 'PATCH');
    expect(renewed.status()).toBe(204);
  }
  await expectWebRtc(page);
  await expectPlaying(page);
  const ask = async () => (await fetch(instance.url + location, { method: 'PATCH' })).status;
  expect(await ask()).toBe(403);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, instance, coral);
  const [, streamId] = /whep\/([^/]+)/.exec(location) ?? [];
  await send(other, instance, `/api/streams/${streamId}/playback`, { takeOver: true });
  await expect.poll(ask).toBe(404);
  await expect(player(page)).toHaveAttribute('data-state', 'refused');
  await other.context().close();
  await gated.stop();
});
