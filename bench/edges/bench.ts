import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryStats } from '../../apps/server/src/media/delivery/index.ts';
import { startEdge } from '../../apps/server/test/support/edges.ts';
import { cpuSeconds, SERVER_CORE, startWorker, type Worker } from '../lib/proc.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import { prepareClip, readClip } from '../live/clip.ts';
import { delaysOf } from '../live/delays.ts';
import { startPublishers } from '../live/publishers.ts';
import { NODE_ARGUMENTS, type ServerPorts } from '../live/tributary.ts';
import { startViewers, type Viewers } from '../live/viewers.ts';
import type { Bench } from '../run.ts';

const KEY = 'bench-0';
const EDGES = 2;
const VIEWERS = 1000;
/** The viewers without an edge, for comparison. */
const DIRECT_VIEWERS = 4;
/** Viewers whose delays are taken, in a process of their own: the one of the crowd is busy. */
const PROBES = 2;
const SETTLE_SECONDS = 5;
const SECONDS = 20;
const GOALS = { requests: { atMost: 1 }, delay: { atMost: 50 } };

interface Sample {
  /** CPU time of the origin for a second of the stream. */
  readonly cpu: number;
  readonly requests: number;
  readonly bytes: number;
  /** Milliseconds from the end of a part's media to its last byte at a viewer. */
  readonly delays: readonly number[];
  /** The parts that each viewer of the crowd received in a second. */
  readonly partsPerViewer: number;
}

interface Audience {
  readonly probes: Viewers;
  /** The other viewers, where there are any. */
  readonly crowd: Viewers | null;
}

export const edges: Bench = {
  summary: `what ${VIEWERS} viewers behind ${EDGES} edges cost the origin, beside ${DIRECT_VIEWERS} viewers without an edge`,
  async run(report) {
    await prepareClip();
    await using stack = new AsyncDisposableStack();
    const origin = stack.use(
      await startWorker(new URL('../live/tributary-server.ts', import.meta.url), SERVER_CORE, {
        nodeArguments: NODE_ARGUMENTS,
      }),
    );
    const ports = await origin.ask<ServerPorts>({ type: 'start' });
    const publishers = stack.use(await startPublishers());
    await publishers.start(ports.rtmpPort, [KEY]);
    const measure = async (
      audienceOf: (stack: AsyncDisposableStack) => Promise<Audience>,
    ): Promise<Sample> => {
      await using watching = new AsyncDisposableStack();
      const { probes, crowd } = await audienceOf(watching);
      await delay(1000 * SETTLE_SECONDS);
      const before = await costOf(origin);
      await Promise.all([probes.report(), crowd?.report()]);
      await delay(1000 * SECONDS);
      const after = await costOf(origin);
      const { parts } = await probes.report();
      const delays = delaysOf(parts, await publishers.sent(), 'receivedAt');
      return {
        cpu: (after.cpu - before.cpu) / SECONDS,
        requests: (after.requests - before.requests) / SECONDS,
        bytes: (after.bytes - before.bytes) / SECONDS,
        delays,
        partsPerViewer: ((await crowd?.report())?.parts.length ?? 0) / (VIEWERS - PROBES) / SECONDS,
      };
    };
    const direct = await measure(async (watching) => {
      const viewers = watching.use(await startViewers());
      await viewers.follow(ports.httpPort, Array(DIRECT_VIEWERS).fill(KEY), true);
      return { probes: viewers, crowd: null };
    });
    const behind = await measure((watching) => watchBehindEdges(watching, ports.httpPort));
    reportSample(report, behind, direct);
    report.note(
      `one stream of ${Math.round(readClip().kbps)} kbps. Each viewer reloads its video playlist by blocking requests and fetches ` +
        `every part. The edges (Varnish with deploy/edges/varnish.vcl) and the viewers run on the same machine as ` +
        `the origin. Figures of ${SECONDS} s; delays are those of ${PROBES} viewers in a process of their own.`,
    );
  },
};

async function watchBehindEdges(stack: AsyncDisposableStack, originPort: number): Promise<Audience> {
  // The viewers leave before the edges stop.
  const started = [];
  for (let index = 0; index < EDGES; index++) started.push(stack.use(await startEdge('varnish', originPort)));
  const crowd = stack.use(await startViewers());
  const probes = stack.use(await startViewers());
  for (const edge of started) {
    await probes.follow(edge.port, Array(PROBES / EDGES).fill(KEY), true);
    await crowd.follow(edge.port, Array((VIEWERS - PROBES) / EDGES).fill(KEY), true);
  }
  return { probes, crowd };
}

async function costOf(origin: Worker) {
  const { answers, bytes } = await origin.ask<DeliveryStats>({ type: 'stats' });
  return {
    cpu: cpuSeconds(origin.pid),
    bytes,
    requests: Object.values(answers).reduce((sum, count) => sum + count, 0),
  };
}

function reportSample(report: Report, behind: Sample, direct: Sample): void {
  const peer = (value: number) => ({ name: `${DIRECT_VIEWERS} viewers without an edge`, value });
  report.figure({
    name: `${VIEWERS} viewers: requests to the origin`,
    value: behind.requests,
    unit: '/s',
    peer: peer(direct.requests),
    goal: GOALS.requests,
  });
  report.figure({
    name: `${VIEWERS} viewers: bytes from the origin`,
    value: behind.bytes / 1e6,
    unit: 'MB/s',
    peer: peer(direct.bytes / 1e6),
    goal: GOALS.requests,
  });
  report.figure({
    name: `${VIEWERS} viewers: cores of the origin`,
    value: behind.cpu,
    unit: 'cores',
    peer: peer(direct.cpu),
    goal: GOALS.requests,
  });
  report.figure({
    name: 'delay of a part above that without an edge, median',
    value: median(behind.delays) - median(direct.delays),
    unit: 'ms',
    goal: GOALS.delay,
  });
  report.note(
    `from the end of a part's media to its last byte ${Math.round(median(behind.delays))} ms in the median and ` +
      `${Math.round(quantile(behind.delays, 0.99))} ms at p99; without an edge ${Math.round(median(direct.delays))} and ` +
      `${Math.round(quantile(direct.delays, 0.99))} ms. Each of the others received ${behind.partsPerViewer.toFixed(2)} parts a second.`,
  );
}
