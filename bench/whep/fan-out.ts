/** The cost of many viewers: the delay of their frames, and the memory and the processor of the process that serves them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebRtcStats } from '../../apps/server/src/media/webrtc/index.ts';
import { cpuSeconds, LOAD_CORE, SERVER_CORE, startWorker, type Worker } from '../lib/proc.ts';
import { quantile, type Report } from '../lib/report.ts';
import { CLIP, prepareClip, readClip } from '../live/clip.ts';
import { type Publishers, startPublishers } from '../live/publishers.ts';
import { NODE_ARGUMENTS } from '../live/tributary.ts';
import { delaysOf, framesByTail } from './frame-delays.ts';
import type { PlayersOrder, PlayersReport, WhepServerPorts } from './messages.ts';

export const VIEWERS = 200;
/** Every so many viewers note when frames arrive. */
const MEASURED_EACH = 10;
const SECONDS = 20;
const SETTLE_SECONDS = 5;
const WARM_UP_SECONDS = 8;
const MEGABYTE = 1e6;

interface Processes {
  readonly server: Worker;
  /** The players that note when frames arrive. */
  readonly measured: Worker;
  /** The others, who run when the core has nothing else to do, and lose what they cannot read in time. */
  readonly others: Worker;
  readonly publishers: Publishers;
}

export async function measureFanOut(report: Report): Promise<void> {
  await prepareClip();
  await using stack = new AsyncDisposableStack();
  const startPlayers = async () =>
    stack.use(await startWorker(new URL('./players-worker.ts', import.meta.url), LOAD_CORE));
  const server = stack.use(
    await startWorker(new URL('./server.ts', import.meta.url), SERVER_CORE, {
      nodeArguments: NODE_ARGUMENTS,
    }),
  );
  const { rtmpPort, httpPort } = await server.ask<WhepServerPorts>({ type: 'start' });
  const publishers = stack.use(await startPublishers());
  await publishers.start(rtmpPort, ['bench']);
  await delay(WARM_UP_SECONDS * 1000);
  const processes = { server, publishers, measured: await startPlayers(), others: await startPlayers() };
  await processes.others.ask({ type: 'yield' } satisfies PlayersOrder);
  const connect = (worker: Worker, count: number, isMeasured: boolean) =>
    worker.ask({ type: 'connect', httpPort, key: 'bench', count, isMeasured } satisfies PlayersOrder);

  await connect(processes.measured, 1, true);
  const one = await measure(processes);
  // In turns, since viewers may be served in the order in which they came.
  await connect(processes.others, MEASURED_EACH - 1, false);
  for (let count = MEASURED_EACH; count < VIEWERS; count += MEASURED_EACH) {
    await connect(processes.measured, 1, true);
    await connect(processes.others, MEASURED_EACH - 1, false);
  }
  const many = await measure(processes);
  reportDelays(report, one, many);
  const perViewer = (many.stats.workerRssBytes - one.stats.workerRssBytes) / (VIEWERS - 1);
  report.figure({
    name: 'process of the viewers, with one',
    value: one.stats.workerRssBytes / MEGABYTE,
    unit: 'MB',
  });
  report.figure({ name: 'memory of each further viewer', value: perViewer / MEGABYTE, unit: 'MB' });
  report.figure({ name: `process of ${VIEWERS} viewers, CPU`, value: many.viewersCores, unit: 'cores' });
  report.figure({ name: 'server process beside it, CPU', value: many.serverCores, unit: 'cores' });
  report.note(
    `${many.delays.length} frames at ${VIEWERS / MEASURED_EACH} viewers; ${many.lostPackets} packets lost; ` +
      `${many.stats.drops} times a viewer was dropped to a keyframe, and ${many.stats.lateFrames} frames were late. ` +
      'The delay counts from the write of the publisher.',
  );
}

type Measured = Awaited<ReturnType<typeof measure>>;

function reportDelays(report: Report, one: Measured, many: Measured): void {
  const p99 = quantile(many.delays, 0.99);
  const single = quantile(one.delays, 0.99);
  const name = `frame delay of ${VIEWERS} viewers`;
  report.figure({ name: 'frame delay of one viewer, median', value: quantile(one.delays, 0.5), unit: 'ms' });
  report.figure({ name: 'frame delay of one viewer, p99', value: single, unit: 'ms' });
  report.figure({ name: `${name}, median`, value: quantile(many.delays, 0.5), unit: 'ms' });
  report.figure({ name: `${name}, p95`, value: quantile(many.delays, 0.95), unit: 'ms' });
  report.figure({ name: `${name}, p99`, value: p99, unit: 'ms' });
  report.figure({
    name: 'p99 above that of one viewer',
    value: p99 - single,
    unit: 'ms',
    goal: { atMost: 100 },
  });
}

async function measure({ server, measured, publishers }: Processes) {
  await delay(SETTLE_SECONDS * 1000);
  await measured.ask({ type: 'report' } satisfies PlayersOrder);
  const { workerPid } = await server.ask<WebRtcStats>({ type: 'stats' });
  const viewersPid = workerPid ?? server.pid;
  const before = [cpuSeconds(server.pid), cpuSeconds(viewersPid)] as const;
  await delay(SECONDS * 1000);
  const serverCores = (cpuSeconds(server.pid) - before[0]) / SECONDS;
  const viewersCores = (cpuSeconds(viewersPid) - before[1]) / SECONDS;
  const { frames, lostPackets } = await measured.ask<PlayersReport>({
    type: 'report',
  } satisfies PlayersOrder);
  const { bench: sent = [] } = await publishers.sent();
  const byTail = framesByTail(readClip().messages);
  const delays = frames.flatMap((seen) =>
    delaysOf(seen, sent, byTail, { frames: CLIP.seconds * CLIP.fps, fps: CLIP.fps }),
  );
  const stats = await server.ask<WebRtcStats>({ type: 'stats' });
  return { delays, stats, lostPackets, serverCores, viewersCores };
}
