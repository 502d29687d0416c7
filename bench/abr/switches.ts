/** Fifty changes of quality in a row, of a stream with B-frames: whether playback stands still, and what is missing. */
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { startInstance } from '../../e2e/lib/instance.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import type { Bench } from '../run.ts';
import { LADDER } from './padded-ladder.ts';
import { startShapedProxy } from './shaped-proxy.ts';
import { countStalls, readCounters } from './watch.ts';

const SWITCHES = 50;
const SETTLE_MS = 6_000;
const POLL_MS = 50;
/** From when a part of the rendition is requested until it has been played for a while. */
const SHOWN_MS = 2_000;
const LIMIT_MS = 15_000;
/** There is room for all renditions, so that nothing but the changes can make it stall. */
const LINK = { name: 'fast', roundTripMs: 5, bps: () => 60_000_000 };
/** Up and down, by one step and by several. */
const ORDER = ['480p', '1080p', '240p', '720p'];

/** Chooses with the keyboard alone, since the controls fade while the mouse rests. */
async function choose(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: entry }).focus();
  await page.keyboard.press('Enter');
}

const currentTime = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.currentTime ?? 0);

/** The seconds that are missing in what is buffered after a time of the player's. */
const missingSeconds = (page: Page, from: number): Promise<number> =>
  page.evaluate((fromSeconds) => {
    const { buffered } = document.querySelector<HTMLVideoElement>('[data-player] video') ?? {};
    let missing = 0;
    for (let i = 1; i < (buffered?.length ?? 0); i += 1) {
      const [end, start] = [buffered?.end(i - 1) ?? 0, buffered?.start(i) ?? 0];
      if (end > fromSeconds) missing += start - end;
    }
    return missing;
  }, from);

export const switches: Bench = {
  summary: `${SWITCHES} changes of quality in a row, of a stream with two B-frames, in headless Chromium`,
  async run(report) {
    await using instance = await startInstance({ TRANSCODING: 'off' });
    const streamer = await instance.createStreamer('switches');
    const publisher = await startPublisher({
      url: streamer.rtmpUrl,
      key: streamer.streamKey,
      bitrateKbps: 350,
      bFrames: 2,
    });
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      await delay(SETTLE_MS);
      await using proxy = await startShapedProxy({
        target: instance.url,
        trace: LINK,
        barePage: () => '',
        script: '',
      });
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
      await page.addInitScript(countStalls, POLL_MS);
      await page.goto(proxy.url + new URL(streamer.watchUrl).pathname);
      await page.waitForSelector('[data-state="playing"]');
      await delay(SETTLE_MS);
      const before = await readCounters(page);
      const from = await currentTime(page);
      let [done, missing] = [0, 0];
      for (; done < SWITCHES; done += 1) {
        const rendition = ORDER[done % ORDER.length] ?? LADDER[0]?.name ?? '';
        const loaded = page.waitForRequest((request) => request.url().includes(`/${rendition}/`), {
          timeout: LIMIT_MS,
        });
        await choose(page, new RegExp(`^${rendition}`));
        await loaded;
        await delay(SHOWN_MS);
        missing = Math.max(missing, await missingSeconds(page, from));
      }
      const after = await readCounters(page);
      report.figure({ name: 'changes', value: done, unit: '', goal: { atLeast: SWITCHES } });
      report.figure({ name: 'stalls', value: after.stalls - before.stalls, unit: '', goal: { atMost: 0 } });
      report.figure({ name: 'stalled', value: (after.stalledMs - before.stalledMs) / 1000, unit: 's' });
      report.figure({ name: 'missing of what was loaded', value: missing, unit: 's', goal: { atMost: 0 } });
    } finally {
      await browser.close();
      await publisher.stop();
    }
  },
};
