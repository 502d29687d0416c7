/** What somebody waits for who watches a long recording. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { startInstance } from '../../e2e/lib/instance.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import { measureOpening } from '../glass/first-frame.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { uploadRecording } from './long-recording.ts';

const HOURS = 4;
const OPENINGS = 16;
const SETTLE_MS = 10_000;
const ROUNDS = 5;
/** Tenths of the duration, each far from the one before. */
const KEYS = ['5', '1', '8', '3', '9', '2', '6'];
const FAR_SECONDS = 600;

export const replay: Bench = {
  summary: `first frame of a recording of ${HOURS} hours beside that of a live stream, and seeks in it`,
  async run(report) {
    await using instance = await startInstance();
    const recordingUrl = await uploadRecording(instance, await instance.createStreamer('recorded'), HOURS);
    const live = await instance.createStreamer('live');
    const publisher = await startPublisher({ url: live.rtmpUrl, key: live.streamKey });
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      await delay(SETTLE_MS);
      await measureFirstFrames(browser, { recordingUrl, liveUrl: live.watchUrl }, report);
      await publisher.stop();
      await measureSeeks(browser, recordingUrl, report);
    } finally {
      await browser.close();
      await publisher.stop();
    }
    report.note(
      '640x360 at 30 frames/s and 800 kbps, live by RTMP, recorded by an upload; loopback, headless Chromium.',
    );
  },
};

/** Opens both pages in turns, since the load of a machine varies. */
async function measureFirstFrames(
  browser: Browser,
  { recordingUrl, liveUrl }: { recordingUrl: string; liveUrl: string },
  report: Report,
): Promise<void> {
  const recorded: number[] = [];
  const live: number[] = [];
  for (let i = 0; i < OPENINGS; i += 1) {
    live.push(await measureOpening(browser, liveUrl));
    recorded.push(await measureOpening(browser, recordingUrl));
  }
  report.figure({
    name: 'first frame after opening the page, median',
    value: median(recorded),
    unit: 'ms',
    peer: { name: 'the page of a live stream', value: median(live) },
    goal: { atMost: 1.1 },
  });
}

async function measureSeeks(browser: Browser, url: string, report: Report): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(url);
  await page.locator('[data-player][data-state="playing"]').waitFor({ timeout: 60_000 });
  // Keys that seek do nothing until the player knows the duration, which comes after the first frame.
  await page
    .locator('[role="slider"][aria-label="Seek"][aria-disabled="false"]')
    .waitFor({ state: 'attached' });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of KEYS) times.push(await measureSeek(page, key));
  }
  await page.close();
  report.figure({ name: 'far seek to a displayed frame, median', value: median(times), unit: 'ms' });
  report.figure({
    name: 'far seek to a displayed frame, p95',
    value: quantile(times, 0.95),
    unit: 'ms',
    goal: { atMost: 500 },
  });
}

/** Milliseconds from the key to the first displayed frame of another part of the recording. */
async function measureSeek(page: Page, key: string): Promise<number> {
  await page.evaluate((farSeconds) => {
    const video = document.querySelector<HTMLVideoElement>('[data-player] video');
    const before = video?.currentTime ?? 0;
    let pressedMs = 0;
    Reflect.deleteProperty(globalThis, 'seekMs');
    addEventListener('keydown', () => (pressedMs = performance.now()), { capture: true, once: true });
    const watch = () =>
      video?.requestVideoFrameCallback((nowMs, { mediaTime }) => {
        if (pressedMs === 0 || Math.abs(mediaTime - before) < farSeconds) watch();
        else Reflect.set(globalThis, 'seekMs', nowMs - pressedMs);
      });
    watch();
  }, FAR_SECONDS);
  await page.keyboard.press(key);
  const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'seekMs'), undefined, {
    polling: 100,
  });
  const ms = Number(await handle.jsonValue());
  // Playback of the new place begins before the next seek.
  await delay(1_500);
  return ms;
}
