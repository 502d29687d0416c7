/** When Home shows its main content on a mid-range phone: LCP under Lighthouse's mobile throttling. */
import { type CDPSession, chromium } from 'playwright-core';
import { DIST, initialScripts, measureCompressed } from '../../e2e/lib/budget.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { startInstance } from '../../e2e/lib/instance.ts';
import { median } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { type LcpCandidate, measurePaints } from './paints.ts';

const RUNS = 7;
const GOAL = { atMost: 1000 };
/** The demo has sixteen channels. */
const CHANNELS = 16;

/** Lighthouse's mobile profile: slow 4G, a CPU slowed down four times, and the screen of a Moto G Power. */
const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const CPU_SLOWDOWN = 4;
const NETWORK = { latency: 150, downloadThroughput: (1600 * 1000) / 8, uploadThroughput: (750 * 1000) / 8 };
/** Lighthouse's settings for DevTools, which delays requests instead of round trips: latency x 3.75, throughput x 0.9. */
const DEVTOOLS = {
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

export const lcp: Bench = {
  summary: 'largest contentful paint of Home on a mid-range phone, cold cache, sixteen live channels',
  async run(report) {
    await using instance = await startInstance({ DEMO: 'true' });
    await waitForAllLive(instance.url);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      for (const [name, network] of [
        ['150 ms, 1.6 Mbps down, 750 kbps up, CPU x4', NETWORK],
        ["the same as DevTools' throttling: 562 ms a request", DEVTOOLS],
      ] as const) {
        const candidates: LcpCandidate[] = [];
        for (let run = 0; run < RUNS; run++) {
          const context = await browser.newContext(SCREEN);
          const page = await context.newPage();
          const session = await context.newCDPSession(page);
          await throttle(session, network);
          candidates.push(await measurePaints(page, instance.url));
          await context.close();
        }
        const times = candidates.map(({ time }) => time);
        report.figure({ name: `LCP, ${name}`, value: median(times), unit: 'ms', goal: GOAL });
        report.figure({
          name: `FCP, ${name}`,
          value: median(candidates.map(({ firstPaint }) => firstPaint)),
          unit: 'ms',
        });
        report.note(
          `${times.map(Math.round).join(', ')} ms; largest element: ${[...new Set(candidates.map(({ element }) => element))].join(' or ')}`,
        );
      }
    } finally {
      await browser.close();
    }
    const { brotli, gzip } = await measureCompressed(DIST, await initialScripts(DIST));
    report.figure({ name: 'initial scripts of Home, brotli', value: brotli / 1000, unit: 'kB' });
    report.figure({ name: 'initial scripts of Home, gzip', value: gzip / 1000, unit: 'kB' });
    report.note(`median of ${RUNS} loads, each in a new browser context: empty cache, signed out`);
  },
};

async function throttle(session: CDPSession, network: typeof NETWORK): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Waits until every demo channel is live and has a thumbnail. */
async function waitForAllLive(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/streams/featured`);
    const { streams } = (await answer.json()) as { streams: { thumbnailUrl: string | null }[] };
    if (streams.filter(({ thumbnailUrl }) => thumbnailUrl !== null).length >= CHANNELS) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
