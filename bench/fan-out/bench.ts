import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import { openSteadyLoad } from '../lib/steady.ts';
import { prepareClip } from '../live/clip.ts';
import { startPublishers } from '../live/publishers.ts';
import type { Bench } from '../run.ts';
import type { Crowd, ServerOrder, Told } from './server.ts';

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
    // Server, database and load share the machine's cores, as they would.
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const tell = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await tell<null>({ type: 'stop' })));
    const { port, rtmpPort, streamKey, cookies } = await tell<Crowd>({
      type: 'start',
      dataDir,
      followers: FOLLOWERS,
      signedIn: SIGNED_IN,
    });
    const probe = stack.use(await openSteadyLoad());
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
    const finished = tell<Told>({ type: 'told' });
    await publishers.start(rtmpPort, [streamKey]);
    const { notifications, seconds } = await finished;
    const [during] = await probe.report();
    if (!before || !during) throw new Error('There was no probe.');

    report.figure({ name: 'notifications made', value: notifications, unit: '' });
    report.figure({ name: 'from going live to the last follower', value: seconds, unit: 's' });
    report.figure({ name: 'notifications', value: notifications / seconds, unit: '/s' });
    for (const [when, { delays }] of [
      ['before', before],
      ['meanwhile', during],
    ] as const) {
      report.figure({ name: `a read ${when}, p50`, value: quantile(delays, 0.5), unit: 'ms' });
      report.figure({
        name: `a read ${when}, p99`,
        value: quantile(delays, 0.99),
        unit: 'ms',
        ...(when === 'meanwhile' && { goal: { atMost: 50 } }),
      });
    }
    report.note(
      `${before.delays.length} and ${during.delays.length} reads were answered, ` +
        `${before.failed + during.failed} were not; a delay counts from when a request was due.`,
    );
  },
};
