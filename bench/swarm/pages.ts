/**
 * Six Chromium pages of one stream, in a network of their own: with the exchange between viewers, and without it. Prints what
 * they measured as JSON.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { installClockReader, measureGlassToGlassMs } from '../../e2e/lib/glass-to-glass.ts';
import { type Streamer, startInstance } from '../../e2e/lib/instance.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import { cpuBetween, processCosts } from './page-costs.ts';

const PAGES = 6;
/** Players hold the delay that the busy start needed for up to a minute, and connections and parents settle. */
const SETTLE_MS = 75_000;
const MEASURE_MS = 30_000;
const SAMPLE_EVERY_MS = 500;
const SIZE = { width: 640, height: 360 };

/** The measurements that a page keeps for the bench. */
async function observe(page: Page, choice: 'join' | 'decline'): Promise<void> {
  await installClockReader(page);
  await page.addInitScript((chosen) => {
    localStorage.setItem('peer-to-peer', chosen);
    localStorage.setItem('peer-to-peer-notice', 'seen');
    const counts = { bytes: 0, sent: 0, stalls: 0, firstFrameMs: 0 };
    Reflect.set(globalThis, 'counts', counts);
    const send = RTCDataChannel.prototype.send as (this: RTCDataChannel, data: Uint8Array) => void;
    Reflect.set(RTCDataChannel.prototype, 'send', function count(this: RTCDataChannel, data: Uint8Array) {
      counts.sent += data.byteLength;
      send.call(this, data);
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.startsWith('/live/'))
          counts.bytes += entry.transferSize;
    }).observe({ type: 'resource', buffered: true });
    new MutationObserver((_, observer) => {
      const video = document.querySelector<HTMLVideoElement>('[data-player] video');
      if (video === null) return;
      observer.disconnect();
      video.requestVideoFrameCallback((now) => {
        counts.firstFrameMs = now;
        video.addEventListener('waiting', () => {
          counts.stalls += 1;
        });
      });
    }).observe(document, { childList: true, subtree: true });
  }, choice);
}

interface Counts {
  readonly bytes: number;
  /** Over data channels. */
  readonly sent: number;
  readonly stalls: number;
  readonly firstFrameMs: number;
}

const countsOf = (page: Page) => page.evaluate((): Counts => Reflect.get(globalThis, 'counts'));
const total = (counts: readonly Counts[], name: keyof Counts) =>
  counts.reduce((sum, one) => sum + one[name], 0);

async function measure(browser: Browser, { watchUrl }: Streamer, choice: 'join' | 'decline') {
  const pages: Page[] = [];
  for (let index = 0; index < PAGES; index += 1) {
    const context = await browser.newContext({ viewport: SIZE });
    const page = await context.newPage();
    await observe(page, choice);
    await page.goto(watchUrl);
    pages.push(page);
  }
  await delay(SETTLE_MS);
  const before = await Promise.all(pages.map(countsOf));
  const costsBefore = await processCosts(browser);
  const beganMs = performance.now();
  const ages: number[] = [];
  for (let sample = 0; sample < MEASURE_MS / SAMPLE_EVERY_MS; sample += 1) {
    const page = pages[sample % PAGES];
    const age = page === undefined ? null : await measureGlassToGlassMs(page);
    if (age !== null) ages.push(age);
    await delay(SAMPLE_EVERY_MS);
  }
  const costs = await processCosts(browser);
  const after = await Promise.all(pages.map(countsOf));
  // Samples take longer on a busy machine.
  const perPage = MEASURE_MS / (performance.now() - beganMs) / PAGES;
  for (const page of pages) await page.context().close();
  return {
    originBytes: total(after, 'bytes') - total(before, 'bytes'),
    stalls: total(after, 'stalls') - total(before, 'stalls'),
    firstFrames: after.map(({ firstFrameMs }) => firstFrameMs),
    ages,
    pageCpuSeconds: cpuBetween(costsBefore, costs) * perPage,
    pageMemory: costs.pageMemory / PAGES,
    pageUpload: (total(after, 'sent') - total(before, 'sent')) * perPage,
  };
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
await using instance = await startInstance({ P2P: 'on' });
const streamer = await instance.createStreamer('clock');
const publisher = await startPublisher({
  url: streamer.rtmpUrl,
  key: streamer.streamKey,
  clock: true,
  ...SIZE,
  fps: 15,
  gopSeconds: 2,
  bitrateKbps: 1300,
});
try {
  const without = await measure(browser, streamer, 'decline');
  const exchanged = await measure(browser, streamer, 'join');
  process.stdout.write(JSON.stringify({ without, exchanged }));
} finally {
  await publisher.stop();
  await browser.close();
}
