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
/** The live window has to be full, or its filling is taken for growth. */
const WARM_UP_SECONDS = 75;
/** Each meets the drain deadline many times, and the heap grows to the size at which it stays. */
const SETTLE_SECONDS = 240;
const SECONDS = 90;
const MEGABYTE = 1e6;

export const stalledViewers: Bench = {
  summary: `memory with a live 3 Mbps stream and ${STALLED} viewers that ask and never read, and what the others notice`,
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
    figure('memory before they came', median(baseline) / MEGABYTE, 'MB');
    figure(`memory with ${STALLED} of them`, level / MEGABYTE, 'MB');
    figure(`growth while they stall, over ${SECONDS} s`, (slope(plateau) * 60) / MEGABYTE, 'MB/min', {
      atMost: 1,
    });
    figure('highest over the median', (Math.max(...plateau) - level) / MEGABYTE, 'MB');
    figure('a healthy viewer, p99 to the part received, before', p99(before), 'ms');
    figure('the same, while they stall', p99(after), 'ms');
    report.note(
      `each asks for six segments in a row and reads nothing; it is cut off after 15 s and comes back: ` +
        `${stats.dropped.slow} connections cut off as slow. Delay counts from the end of a part's media at the publisher.`,
    );
  },
};

/** Resident bytes, once a second. */
async function sample(pid: number, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await delay(1000);
    samples.push(residentBytes(pid));
  }
  return samples;
}

/** Least squares: how much the samples rise from one to the next. */
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
