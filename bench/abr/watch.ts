/** What a viewer gets in a page with a player: how long it stalls, and how far from live it is. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { installClockReader, measureGlassToGlassMs } from '../../e2e/lib/glass-to-glass.ts';
import { median } from '../lib/report.ts';
import { countStalls, readStalls } from '../lib/stalls.ts';

const VIEWPORT = { width: 1920, height: 1080 };
const LATENCY_EVERY_MS = 500;
const FRAME_APART_MS = 50;

export interface Watched {
  /** From the opening of the page. */
  readonly firstFrameSeconds: number;
  /** After the first frame. */
  readonly stalledSeconds: number;
  readonly stalls: number;
  readonly medianLatencySeconds: number;
  /** The wall clock when each of the frames that were looked at was captured, in milliseconds. */
  readonly capturedAtMs: readonly number[];
  /** What the player's statistics say in the end. */
  readonly note: string | null;
}

/** @param onOpening called when the page is opened */
export async function watch(
  browser: Browser,
  url: string,
  seconds: number,
  onOpening: () => void,
): Promise<Watched> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await installClockReader(page);
    await countStalls(page);
    onOpening();
    const openedAt = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    const latencies: number[] = [];
    const capturedAtMs: number[] = [];
    while (performance.now() - openedAt < seconds * 1000) {
      const ms = await measureGlassToGlassMs(page);
      if (ms !== null) {
        latencies.push(ms / 1000);
        // A frame that stands still counts once.
        const at = Date.now() - ms;
        if (at - (capturedAtMs.at(-1) ?? 0) > FRAME_APART_MS) capturedAtMs.push(at);
      }
      await delay(LATENCY_EVERY_MS);
    }
    const counters = await readStalls(page);
    return {
      firstFrameSeconds: (counters.startedAt ?? Number.NaN) / 1000,
      stalledSeconds: counters.stalledMs / 1000,
      stalls: counters.stalls,
      medianLatencySeconds: median(latencies),
      capturedAtMs,
      note: await statisticsOf(page),
    };
  } finally {
    await page.close();
  }
}

async function statisticsOf(page: Page): Promise<string | null> {
  const settings = page.getByRole('button', { name: 'Settings' });
  if ((await settings.count()) === 0) return null;
  await page.mouse.move(400, 400);
  await settings.click({ force: true });
  const text = await page.locator('[role="menu"]').innerText();
  return text.replaceAll(/\s+/g, ' ');
}
