import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import { prepareClip } from '../live/clip.ts';
import { startPublishers } from '../live/publishers.ts';
import type { Bench } from '../run.ts';
import type { Audience, FanOutResult, ServerOrder } from './server.ts';

const FOLLOWERS = 100_000;
const SIGNED_IN = 500;
const BASELINE_SECONDS = 15;

export const fanOut: Bench = {
  summary: `a streamer with ${FOLLOWERS.toLocaleString('en')} followers goes live while 100 requests/s read the bell and the featured list`,
  async run(report) {
    await prepareClip();
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-fan-out-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    // Server, database and load share all cores of the machine.
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const send = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await send<null>({ type: 'stop' })));
    const { port, rtmpPort, streamKey, cookies } = await send<Audience>({
      type: 'start',
      dataDir,
      followers: FOLLOWERS,
      signedIn: SIGNED_IN,
    });
    const probe = stack.use(await startOpenLoopLoad());
    const publishers = stack.use(await startPublishers());

    const requests = cookies.flatMap((cookie) => [
      { path: '/api/me/bell', cookie },
      { path: '/api/streams/featured', cookie },
    ]);
    await probe.start(port, [{ perSecond: 100, requests }]);
    await delay(5_000);
    await probe.report();
    await delay(1_000 * BASELINE_SECONDS);
    const [before] = await probe.report();
    const finished = send<FanOutResult>({ type: 'wait' });
    await publishers.start(rtmpPort, [streamKey]);
    const { notifications, seconds } = await finished;
    const [during] = await probe.report();
    if (!before || !during) throw new Error('The load generator reported no flow');

    report.figure({ name: 'notifications created', value: notifications, unit: '' });
    report.figure({ name: 'from going live to the last follower', value: seconds, unit: 's' });
    report.figure({ name: 'notifications', value: notifications / seconds, unit: '/s' });
    for (const [when, { latencies }] of [
      ['before', before],
      ['meanwhile', during],
    ] as const) {
      report.figure({ name: `a read ${when}, p50`, value: quantile(latencies, 0.5), unit: 'ms' });
      report.figure({
        name: `a read ${when}, p99`,
        value: quantile(latencies, 0.99),
        unit: 'ms',
        ...(when === 'meanwhile' && { goal: { atMost: 50 } }),
      });
    }
    report.note(
      `${before.latencies.length} and ${during.latencies.length} reads were answered, ` +
        `${before.failed + during.failed} failed; latency counts from when a request was due.`,
    );
  },
};
