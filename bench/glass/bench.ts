/** What a viewer gets: the latency of the displayed frame, and the time to the first one. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { installClockReader, measureGlassToGlassMs } from '../../e2e/lib/glass-to-glass.ts';
import { type Instance, startInstance } from '../../e2e/lib/instance.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import type { Bench } from '../run.ts';

const SETTLE_MS = 10_000;
const SAMPLES = 200;
const SAMPLE_EVERY_MS = 100;
const FIRST_FRAMES = 12;

interface Run {
  readonly name: string;
  readonly partSeconds: number;
  /** For the median, in milliseconds. */
  readonly goal: number;
}

const RUNS: readonly Run[] = [
  { name: '1/3 s parts', partSeconds: 1 / 3, goal: 2000 },
  { name: '0.2 s parts', partSeconds: 0.2, goal: 1300 },
];

async function waitFor(what: string, test: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await test())) {
    if (Date.now() > deadline) throw new Error(`Waited for ${what}, which did not happen within 60 seconds`);
    await delay(100);
  }
}

const stateOf = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-player]')?.getAttribute('data-state') ?? null);

async function measureAge(
  browser: Browser,
  watchUrl: string,
  { name, goal }: Run,
  report: Report,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await installClockReader(page);
  await page.goto(watchUrl);
  await waitFor('playback', async () => (await stateOf(page)) === 'playing');
  await delay(SETTLE_MS);
  const ages: number[] = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    const age = await measureGlassToGlassMs(page);
    if (age !== null) ages.push(age);
    await delay(SAMPLE_EVERY_MS);
  }
  await page.close();
  report.figure({
    name: `glass to glass, median, ${name}`,
    value: median(ages),
    unit: 'ms',
    goal: { atMost: goal },
  });
  report.figure({ name: `glass to glass, p95, ${name}`, value: quantile(ages, 0.95), unit: 'ms' });
  report.note(`${ages.length} of ${SAMPLES} samples had a readable clock.`);
}

/** From navigation to the first displayed frame, each time in a new profile with an empty cache. */
async function measureFirstFrame(
  browser: Browser,
  watchUrl: string,
  run: Run,
  report: Report,
): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < FIRST_FRAMES; i += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const watchFor = () => {
        const video = document.querySelector<HTMLVideoElement>('[data-player] video');
        if (video === null) return;
        observer.disconnect();
        video.requestVideoFrameCallback((now) => Reflect.set(globalThis, 'firstFrameMs', now));
      };
      const observer = new MutationObserver(watchFor);
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(watchUrl, { waitUntil: 'commit' });
    const read = () => page.evaluate(() => Reflect.get(globalThis, 'firstFrameMs') as number | undefined);
    await waitFor('the first frame', async () => (await read()) !== undefined);
    times.push((await read()) ?? Number.NaN);
    await context.close();
  }
  // The first run, which also warms file caches, counts in the p95.
  report.figure({
    name: `first frame after opening the page, median, ${run.name}`,
    value: median(times),
    unit: 'ms',
    goal: { atMost: 1000 },
  });
  report.figure({
    name: `first frame after opening the page, p95, ${run.name}`,
    value: quantile(times, 0.95),
    unit: 'ms',
  });
}

async function measure(instance: Instance, browser: Browser, run: Run, report: Report): Promise<void> {
  const streamer = await instance.createStreamer('clock');
  const publisher = await startPublisher({
    url: streamer.rtmpUrl,
    key: streamer.streamKey,
    clock: true,
    bitrateKbps: 1500,
  });
  try {
    const playable = async () => {
      const response = await fetch(`${instance.url}/api/streamers/${streamer.username}/streams/live`);
      return ((await response.json()) as { state: string }).state === 'live';
    };
    await waitFor('the stream', playable);
    await delay(SETTLE_MS);
    await measureFirstFrame(browser, streamer.watchUrl, run, report);
    await measureAge(browser, streamer.watchUrl, run, report);
    const { frames, skipped } = publisher.progress();
    report.note(`The encoder encoded ${frames} frames and skipped ${skipped} because the machine was late.`);
  } finally {
    await publisher.stop();
  }
}

export const glass: Bench = {
  summary: 'glass to glass and first frame: x264 by RTMP on loopback, headless Chromium, software decoding',
  async run(report) {
    report.note('The encoder, the instance and Chromium share this machine; the clock is drawn at capture.');
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      for (const run of RUNS) {
        await using instance = await startInstance({ PART_TARGET_SECONDS: String(run.partSeconds) });
        await measure(instance, browser, run, report);
      }
    } finally {
      await browser.close();
    }
  },
};
