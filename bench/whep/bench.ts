/** Sub-second playback: delay in a browser, and what many viewers cost. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { WebRtcStats } from '../../apps/server/src/media/webrtc/index.ts';
import { canIsolateNetwork, runInOwnNetwork } from '../../e2e/lib/network-namespace.ts';
import { cpuSeconds, LOAD_CORE, SERVER_CORE, startWorker, type Worker } from '../lib/proc.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import { CLIP, prepareClip, readClip } from '../live/clip.ts';
import { type Publishers, startPublishers } from '../live/publishers.ts';
import { NODE_ARGUMENTS } from '../live/tributary.ts';
import type { Bench } from '../run.ts';
import { delaysOf, framesByTail } from './frame-delays.ts';
import type { PlayersOrder, PlayersReport, WhepServerPorts } from './messages.ts';

const VIEWERS = 200;
const MEASURED_EACH = 10;
const SECONDS = 20;
const SETTLE_SECONDS = 5;
const WARM_UP_SECONDS = 8;
const GLASS_MS = 180_000;
const MEGABYTE = 1e6;

export const whep: Bench = {
  summary: `WebRTC: glass to glass in Chromium, and ${VIEWERS} viewers of a ${CLIP.bitrateKbps / 1000} Mbps stream on a core`,
  async run(report) {
    await measureGlass(report);
    await measureFanOut(report);
  },
};

async function measureGlass(report: Report): Promise<void> {
  if (!canIsolateNetwork()) {
    report.note('Chromium needs a network namespace for WebRTC, which only root can create: not measured.');
    return;
  }
  const output = await runInOwnNetwork(new URL('./glass.ts', import.meta.url), GLASS_MS);
  const { ages, firstFrames, samples } = z
    .object({ ages: z.array(z.number()), firstFrames: z.array(z.number()), samples: z.number() })
    .parse(JSON.parse(output));
  const goal = { atMost: 150 };
  report.figure({ name: 'glass to glass, median', value: median(ages), unit: 'ms', goal });
  report.figure({ name: 'glass to glass, p95', value: quantile(ages, 0.95), unit: 'ms' });
  report.figure({ name: 'first frame after the answer, median', value: median(firstFrames), unit: 'ms' });
  report.note(`${ages.length} of ${samples} samples had a readable clock.`);
}

async function measureFanOut(report: Report): Promise<void> {
  await prepareClip();
  await using stack = new AsyncDisposableStack();
  const server = stack.use(
    await startWorker(new URL('./server.ts', import.meta.url), SERVER_CORE, {
      nodeArguments: NODE_ARGUMENTS,
    }),
  );
  const { rtmpPort, httpPort } = await server.ask<WhepServerPorts>({ type: 'start' });
  const publishers = stack.use(await startPublishers());
  await publishers.start(rtmpPort, ['bench']);
  await delay(WARM_UP_SECONDS * 1000);
  const players = stack.use(await startWorker(new URL('./players-worker.ts', import.meta.url), LOAD_CORE));
  const connect = (count: number) =>
    players.ask({
      type: 'connect',
      httpPort,
      key: 'bench',
      count,
      measuredEach: MEASURED_EACH,
    } satisfies PlayersOrder);

  await connect(1);
  const one = await measureDelays(server, players, publishers);
  await connect(VIEWERS - 1);
  const many = await measureDelays(server, players, publishers);
  const p99 = quantile(many.delays, 0.99);
  const single = quantile(one.delays, 0.99);
  report.figure({ name: 'frame delay of one viewer, median', value: median(one.delays), unit: 'ms' });
  report.figure({ name: 'frame delay of one viewer, p99', value: single, unit: 'ms' });
  report.figure({
    name: `frame delay of ${VIEWERS} viewers, median`,
    value: median(many.delays),
    unit: 'ms',
  });
  report.figure({ name: `frame delay of ${VIEWERS} viewers, p99`, value: p99, unit: 'ms' });
  report.figure({
    name: 'p99 above that of one viewer',
    value: p99 - single,
    unit: 'ms',
    goal: { atMost: 100 },
  });
  const perViewer = (many.stats.workerRssBytes - one.stats.workerRssBytes) / (VIEWERS - 1);
  report.figure({
    name: 'process of the viewers, with one',
    value: one.stats.workerRssBytes / MEGABYTE,
    unit: 'MB',
  });
  report.figure({ name: 'memory of each further viewer', value: perViewer / MEGABYTE, unit: 'MB' });
  report.figure({ name: 'server process without them, CPU', value: many.mainCores, unit: 'cores' });
  report.note(
    `${many.delays.length} frames at ${VIEWERS / MEASURED_EACH} viewers; ${many.lostPackets} packets lost; ` +
      `${many.stats.drops} times a viewer was dropped to a keyframe, and ${many.stats.lateFrames} frames were late. The delay counts from the publisher's write.`,
  );
}

async function measureDelays(server: Worker, players: Worker, publishers: Publishers) {
  await delay(SETTLE_SECONDS * 1000);
  await players.ask({ type: 'report' } satisfies PlayersOrder);
  const cpuBefore = cpuSeconds(server.pid);
  await delay(SECONDS * 1000);
  const mainCores = (cpuSeconds(server.pid) - cpuBefore) / SECONDS;
  const { frames, lostPackets } = await players.ask<PlayersReport>({ type: 'report' } satisfies PlayersOrder);
  const { bench: sent = [] } = await publishers.sent();
  const byTail = framesByTail(readClip().messages);
  const delays = frames.flatMap((seen) =>
    delaysOf(seen, sent, byTail, { frames: CLIP.seconds * CLIP.fps, fps: CLIP.fps }),
  );
  const stats = await server.ask<WebRtcStats>({ type: 'stats' });
  return { delays, stats, lostPackets, mainCores };
}
