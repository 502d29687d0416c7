import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryStats } from '../../apps/server/src/media/delivery/index.ts';
import { residentBytes, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { median, quantile } from '../lib/report.ts';
import { prepareClip } from '../live/clip.ts';
import { delaysOf } from '../live/delays.ts';
import { startPublishers } from '../live/publishers.ts';
import { NODE_ARGUMENTS, type ServerPorts } from '../live/tributary.ts';
import { startViewers, type ViewersReport } from '../live/viewers.ts';
import type { Bench } from '../run.ts';

const STALLED = 200;
/** Fills the window of listed segments, whose growth would otherwise count. */
const WARM_UP_SECONDS = 75;
/** Long enough for each viewer to hit the drain timeout many times, and for the heap to reach its final size. */
const SETTLE_SECONDS = 240;
const SECONDS = 90;
const MEGABYTE = 1e6;

export const stalledViewers: Bench = {
  summary: `memory with a live 3 Mbps stream and ${STALLED} viewers that never read, and their effect on a healthy viewer`,
  async run(report) {
    await prepareClip();
    await using stack = new AsyncDisposableStack();
    const server = stack.use(
      await startWorker(new URL('../live/tributary-server.ts', import.meta.url), SERVER_CORE, {
        nodeArguments: NODE_ARGUMENTS,
      }),
    );
    const { rtmpPort, httpPort } = await server.ask<ServerPorts>({ type: 'start' });
    const publishers = stack.use(await startPublishers());
    const viewers = stack.use(await startViewers());
    await publishers.start(rtmpPort, ['bench']);
    await viewers.follow(httpPort, ['bench'], true);

    await delay(1000 * WARM_UP_SECONDS);
    const before = await viewers.report();
    const baseline = await sample(server.pid, 10);
    await viewers.stall(httpPort, 'bench', STALLED);
    await delay(1000 * SETTLE_SECONDS);
    await viewers.report();
    const plateau = await sample(server.pid, SECONDS);
    const after = await viewers.report();
    const sent = await publishers.sent();
    const p99 = ({ parts }: ViewersReport) => quantile(delaysOf(parts, sent, 'receivedAt'), 0.99);
    const stats = await server.ask<DeliveryStats>({ type: 'stats' });

    const level = median(plateau);
    const figure = (name: string, value: number, unit: string, goal?: { atMost: number }) =>
      report.figure({ name, value, unit, ...(goal && { goal }) });
    figure('memory without stalled viewers', median(baseline) / MEGABYTE, 'MB');
    figure(`memory with ${STALLED} stalled viewers`, level / MEGABYTE, 'MB');
    figure(`growth while they stall, over ${SECONDS} s`, (slope(plateau) * 60) / MEGABYTE, 'MB/min', {
      atMost: 1,
    });
    figure('highest above the median', (Math.max(...plateau) - level) / MEGABYTE, 'MB');
    figure('part delay of a healthy viewer, p99, before', p99(before), 'ms');
    figure('part delay of a healthy viewer, p99, meanwhile', p99(after), 'ms');
    report.note(
      `each stalled viewer requests six segments in a row and reads nothing; it is disconnected after 15 s and reconnects: ` +
        `${stats.dropped.slow} connections were closed as too slow. Delay counts from the end of a part's media at the publisher.`,
    );
  },
};

/** Samples the resident memory in bytes, once a second. */
async function sample(pid: number, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await delay(1000);
    samples.push(residentBytes(pid));
  }
  return samples;
}

/** The slope of a least-squares fit: the growth from one sample to the next. */
function slope(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  let above = 0;
  let below = 0;
  samples.forEach((value, index) => {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  });
  return above / below;
}
