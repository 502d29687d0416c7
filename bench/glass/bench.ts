/** What a viewer gets: the latency of the displayed frame, and the time to the first one. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { installClockReader, measureGlassToGlassMs } from '../../e2e/lib/glass-to-glass.ts';
import { type Instance, type Streamer, startInstance } from '../../e2e/lib/instance.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { measureClick, measureOpening, serveBarePage } from './first-frame.ts';

const SETTLE_MS = 10_000;
const SAMPLES = 200;
const SAMPLE_EVERY_MS = 100;
const FIRST_FRAMES = 16;
const GOP_SECONDS = 2;

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

/** Waits until `phase`, from 0 to 1, of the interval between keyframes. */
async function waitForPhase(phase: number): Promise<void> {
  const intervalMs = GOP_SECONDS * 1000;
  await delay((phase * intervalMs - (Date.now() % intervalMs) + intervalMs) % intervalMs);
}

/**
 * Opens the stream's page and a bare page of the same stream in turns, since the load of a machine varies, each at
 * moments spread evenly over a GOP, since a player loads and decodes everything from the last keyframe on.
 */
async function measureFirstFrame(
  browser: Browser,
  { url, streamer, playbackUrl }: { url: string; streamer: Streamer; playbackUrl: string },
  run: Run,
  report: Report,
): Promise<void> {
  await using bare = await serveBarePage();
  const own: number[] = [];
  const bareTimes: number[] = [];
  const clicks: number[] = [];
  for (let i = 0; i < FIRST_FRAMES; i += 1) {
    const phase = i / FIRST_FRAMES;
    await waitForPhase(phase);
    bareTimes.push(await measureOpening(browser, bare.urlFor(url + playbackUrl)));
    await waitForPhase(phase);
    own.push(await measureOpening(browser, streamer.watchUrl));
    clicks.push(await measureClick(browser, url, new URL(streamer.watchUrl).pathname.replace(/live$/, '')));
  }
  report.figure({
    name: `first frame after opening the page, median, ${run.name}`,
    value: median(own),
    unit: 'ms',
    peer: { name: 'a bare hls.js page', value: median(bareTimes) },
    goal: { atMost: 1.1 },
  });
  // The first run, which also warms file caches, counts in the p95.
  report.figure({
    name: `first frame after opening the page, p95, ${run.name}`,
    value: quantile(own, 0.95),
    unit: 'ms',
    peer: { name: 'a bare hls.js page', value: quantile(bareTimes, 0.95) },
  });
  report.figure({
    name: `first frame after a click on a card, median, ${run.name}`,
    value: median(clicks),
    unit: 'ms',
    goal: { atMost: 400 },
  });
}

async function measure(instance: Instance, browser: Browser, run: Run, report: Report): Promise<void> {
  const streamer = await instance.createStreamer('clock');
  const publisher = await startPublisher({
    url: streamer.rtmpUrl,
    key: streamer.streamKey,
    clock: true,
    gopSeconds: GOP_SECONDS,
    bitrateKbps: 1500,
  });
  try {
    let playbackUrl = '';
    await waitFor('the stream', async () => {
      const response = await fetch(`${instance.url}/api/streamers/${streamer.username}/streams/live`);
      const detail = (await response.json()) as { state: string; stream: { playbackUrl: string } | null };
      playbackUrl = detail.stream?.playbackUrl ?? '';
      return detail.state === 'live';
    });
    await delay(SETTLE_MS);
    await measureFirstFrame(browser, { url: instance.url, streamer, playbackUrl }, run, report);
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
