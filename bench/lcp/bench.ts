/** How soon Home shows its main picture on a middling phone: LCP under Lighthouse's mobile throttling. */
import { type CDPSession, chromium } from 'playwright-core';
import { DIST, initialScripts, measureCompressed } from '../../e2e/lib/budget.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { startInstance } from '../../e2e/lib/instance.ts';
import { median } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { type Candidate, watchPaints } from './paints.ts';

const RUNS = 7;
const GOAL = { atMost: 2000 };
/** All sixteen demo channels are live. */
const CHANNELS = 16;

/** Lighthouse's mobile: slow 4G and a CPU a quarter as fast, on a Moto G Power's screen. */
const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const CPU_SLOWDOWN = 4;
const NETWORK = { latency: 150, downloadThroughput: (1600 * 1000) / 8, uploadThroughput: (750 * 1000) / 8 };
/** What Lighthouse itself asks of DevTools, which delays requests and not round trips: 3.75 of them, and a tenth off. */
const DEVTOOLS = {
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

export const lcp: Bench = {
  summary: 'largest contentful paint of Home on a middling phone, cold cache, sixteen live channels',
  async run(report) {
    await using instance = await startInstance({ DEMO: 'true' });
    await allLive(instance.url);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      for (const [name, network] of [
        ['150 ms, 1.6 Mbps down, 750 kbps up, CPU x4', NETWORK],
        ["the same as DevTools' throttling: 562 ms a request", DEVTOOLS],
      ] as const) {
        const seen: Candidate[] = [];
        for (let run = 0; run < RUNS; run++) {
          const context = await browser.newContext(SCREEN);
          const page = await context.newPage();
          const session = await context.newCDPSession(page);
          await throttle(session, network);
          seen.push(await watchPaints(page, instance.url));
          await context.close();
        }
        const times = seen.map(({ time }) => time);
        report.figure({ name: `LCP, ${name}`, value: median(times), unit: 'ms', goal: GOAL });
        report.figure({
          name: `FCP, ${name}`,
          value: median(seen.map(({ firstPaint }) => firstPaint)),
          unit: 'ms',
        });
        report.note(
          `${times.map(Math.round).join(', ')} ms; the largest was ${[...new Set(seen.map(({ element }) => element))].join(', or ')}`,
        );
      }
    } finally {
      await browser.close();
    }
    const { brotli, gzip } = await measureCompressed(DIST, await initialScripts(DIST));
    report.figure({ name: 'first script of Home, brotli', value: brotli / 1000, unit: 'kB' });
    report.figure({ name: 'first script of Home, gzip', value: gzip / 1000, unit: 'kB' });
    report.note(
      `median of ${RUNS} loads, each in a browser context of its own: nothing cached, nobody signed in`,
    );
  },
};

async function throttle(session: CDPSession, network: typeof NETWORK): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Until every demo channel is on air and has its picture. */
async function allLive(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/streams/featured`);
    const { streams } = (await answer.json()) as { streams: { thumbnailUrl: string | null }[] };
    if (streams.filter(({ thumbnailUrl }) => thumbnailUrl !== null).length >= CHANNELS) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
