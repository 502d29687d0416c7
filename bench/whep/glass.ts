/** Measures the age of the displayed frame in Chromium; runs in a network namespace and writes JSON. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { installClockReader, measureGlassToGlassMs } from '../../e2e/lib/glass-to-glass.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import { startWorker } from '../lib/proc.ts';
import type { WhepServerPorts } from './messages.ts';
import { servePlayerPage } from './player-page.ts';

const SETTLE_MS = 5_000;
const SAMPLES = 200;
const SAMPLE_EVERY_MS = 50;
const OPENINGS = 8;
const READY_MS = 30_000;

await using server = await startWorker(new URL('./server.ts', import.meta.url), 'any');
const { rtmpPort, httpPort } = await server.ask<WhepServerPorts>({ type: 'start' });
const publisher = await startPublisher({
  url: `rtmp://127.0.0.1:${rtmpPort}/live`,
  key: 'clock',
  clock: true,
  audio: 'sine',
  width: 1280,
  height: 720,
  fps: 30,
  gopSeconds: 2,
  bitrateKbps: 3000,
});
const endpoint = `http://127.0.0.1:${httpPort}/whep/clock`;
const pages = servePlayerPage(endpoint);
pages.listen(0, '127.0.0.1');
await once(pages, 'listening');
const address = pages.address();
const port = address !== null && typeof address !== 'string' ? address.port : 0;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });

await untilPlayable();
const firstFrames: number[] = [];
for (let i = 0; i < OPENINGS; i += 1) {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/`);
  const first = await page.waitForFunction(
    () => (globalThis as { firstFrameMs?: number }).firstFrameMs,
    null,
    {
      timeout: READY_MS,
    },
  );
  firstFrames.push(Number(await first.jsonValue()));
  await page.close();
}
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await installClockReader(page);
await page.goto(`http://localhost:${port}/`);
await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0, null, {
  timeout: READY_MS,
});
await delay(SETTLE_MS);
const ages: number[] = [];
for (let i = 0; i < SAMPLES; i += 1) {
  const age = await measureGlassToGlassMs(page);
  if (age !== null) ages.push(age);
  await delay(SAMPLE_EVERY_MS);
}
await browser.close();
await publisher.stop();
pages.close();
process.stdout.write(JSON.stringify({ ages, firstFrames, samples: SAMPLES }));

/** WHEP begins with the first playlist. */
async function untilPlayable(): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${httpPort}/live/clock/index.m3u8`);
    if (response.status === 200) return;
    await delay(200);
  }
  throw new Error(`The stream was not playable within ${READY_MS} ms.`);
}
