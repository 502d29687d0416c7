/** Changes of quality in a row: whether playback stands still, what is missing, and whether the delay stays. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { installClockReader, measureGlassToGlassMs } from '../../e2e/lib/glass-to-glass.ts';
import { type Instance, startInstance } from '../../e2e/lib/instance.ts';
import { chooseQuality, heightShown } from '../../e2e/lib/player.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import { median, type Report } from '../lib/report.ts';
import { countStalls, readStalls } from '../lib/stalls.ts';
import type { Bench } from '../run.ts';
import { missingSeconds, readFrames, watchFrames } from './frames.ts';

const SWITCHES = 50;
/** At this frame rate, two cores have room for the source's encoder, those of the renditions and the browser. */
const SOURCE = { width: 1280, height: 720, fps: 15, gopSeconds: 1, bitrateKbps: 1_200, clock: true } as const;
const VIEWPORT = { width: 700, height: 500 };
/** Up and down, by one step and by two. */
const HEIGHTS = [480, 720, 240] as const;
const B_FRAMES = [0, 2] as const;
const SETTLE_MS = 5_000;
/** The encoders of all renditions are kept running by the switches themselves. */
const WARM_UP_SWITCHES = 3;
const DELAY_SAMPLES = 40;
const SAMPLE_EVERY_MS = 50;
/** Between two frames of which none is missing, there are 0.067 s. */
const MAX_STEP_SECONDS = 0.1;
/** LiveSyncController holds the delay this closely. */
const MAX_ADDED_SECONDS = 0.2;
const SHOWN_LIMIT_MS = 20_000;

type Watching = Awaited<ReturnType<typeof open>>;

async function open(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await installClockReader(page);
  await countStalls(page);
  await watchFrames(page);
  await page.goto(url);
  await page.waitForSelector('[data-state="playing"]');
  return page;
}

async function delayOf(page: Watching): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < DELAY_SAMPLES; i += 1) {
    const ms = await measureGlassToGlassMs(page);
    if (ms !== null) samples.push(ms);
    await delay(SAMPLE_EVERY_MS);
  }
  return median(samples) / 1000;
}

/** @returns how long it takes until the other rendition is on the screen, in seconds */
async function change(page: Watching, height: number): Promise<number> {
  const startedAt = performance.now();
  await chooseQuality(page, new RegExp(`^${height}p`));
  while ((await heightShown(page)) !== height) {
    if (performance.now() - startedAt > SHOWN_LIMIT_MS)
      throw new Error(`${height}p was not displayed within ${SHOWN_LIMIT_MS / 1000} s.`);
    await delay(SAMPLE_EVERY_MS);
  }
  return (performance.now() - startedAt) / 1000;
}

const heightOf = (i: number): number => HEIGHTS[i % HEIGHTS.length] ?? HEIGHTS[0];

async function measure(instance: Instance, browser: Browser, bFrames: number, report: Report): Promise<void> {
  const streamer = await instance.createStreamer(`switches_${bFrames}`);
  const publisher = await startPublisher({
    ...SOURCE,
    url: streamer.rtmpUrl,
    key: streamer.streamKey,
    bFrames,
  });
  await delay(SETTLE_MS);
  const page = await open(browser, streamer.watchUrl);
  try {
    for (let i = 0; i < WARM_UP_SWITCHES; i += 1) await change(page, heightOf(i));
    await delay(SETTLE_MS);
    const [delayBefore, stallsBefore, framesBefore] = [
      await delayOf(page),
      await readStalls(page),
      await readFrames(page),
    ];
    const shown: number[] = [];
    let missing = 0;
    for (let i = 0; i < SWITCHES; i += 1) {
      shown.push(await change(page, heightOf(i)));
      missing = Math.max(missing, await missingSeconds(page, framesBefore.currentTime));
    }
    const [stalls, frames] = [await readStalls(page), await readFrames(page)];
    const delayAfter = await delayOf(page);
    const figure = (name: string, value: number, unit: string, goal?: { readonly atMost: number }) =>
      report.figure({ name: `${bFrames} B-frames: ${name}`, value, unit, ...(goal && { goal }) });
    figure('changes', shown.length, '');
    figure('from the choice to its frame, median', median(shown), 's');
    figure('stalls', stalls.stalls - stallsBefore.stalls, '', { atMost: 0 });
    figure('stalled', (stalls.stalledMs - stallsBefore.stalledMs) / 1000, 's', { atMost: 0 });
    figure('waiting events', frames.waiting - framesBefore.waiting, '', { atMost: 0 });
    figure('missing of what was loaded', missing, 's', { atMost: 0 });
    figure('largest step between two displayed frames', frames.largestStep, 's', {
      atMost: MAX_STEP_SECONDS,
    });
    figure('frames dropped', frames.dropped - framesBefore.dropped, '');
    figure('of frames', frames.total - framesBefore.total, '');
    figure('delay before', delayBefore, 's');
    figure('delay added', delayAfter - delayBefore, 's', { atMost: MAX_ADDED_SECONDS });
    const { skipped } = publisher.progress();
    if (skipped > 0)
      report.note(`The encoder of the source left out ${skipped} frames: the machine was busy.`);
  } finally {
    await page.close();
    await publisher.stop();
  }
}

export const switches: Bench = {
  summary: `${SWITCHES} changes of quality in a row, with and without B-frames in the source, in headless Chromium`,
  async run(report) {
    await using instance = await startInstance({ TRANSCODING: '4' });
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      for (const bFrames of B_FRAMES) await measure(instance, browser, bFrames, report);
      report.note(
        `The source has ${SOURCE.height}p at ${SOURCE.fps} frames a second; 480p and 240p are encoded while they play.`,
      );
    } finally {
      await browser.close();
    }
  },
};
