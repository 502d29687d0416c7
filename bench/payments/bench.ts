import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FlowReport, type LoadRequest, startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import type { Prepared, Progress, ServerOrder } from './server.ts';

const SECONDS = 15;
const CHECKOUTS_PER_SECOND = 50;
const WEBHOOKS_PER_SECOND = 500;
const CHECKOUT_GOAL_MS = 100;
const PROCESSING_TIMEOUT_MS = 300_000;
const NONE: FlowReport = { latencies: [], refused: 0, failed: 0 };

export const payments: Bench = {
  summary: `${CHECKOUTS_PER_SECOND} checkouts/s, and ${WEBHOOKS_PER_SECOND} webhooks/s of different payments with their processing`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-payments-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    // Server, database and load share all cores of the machine.
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const send = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await send<null>({ type: 'stop' })));
    const prepared = await send<Prepared>({
      type: 'start',
      dataDir,
      checkouts: CHECKOUTS_PER_SECOND * (SECONDS + 5),
      webhooks: WEBHOOKS_PER_SECOND * SECONDS,
    });
    const load = stack.use(await startOpenLoopLoad());
    async function measure(perSecond: number, requests: readonly LoadRequest[], seconds: number) {
      await load.start(prepared.port, [{ perSecond, requests }]);
      await wait(1_000 * seconds);
      return (await load.stop())[0] ?? NONE;
    }

    const warm = CHECKOUTS_PER_SECOND * 3;
    await measure(CHECKOUTS_PER_SECOND, prepared.checkouts.slice(0, warm), 3);
    const checkouts = await measure(CHECKOUTS_PER_SECOND, prepared.checkouts.slice(warm), SECONDS);
    report.figure({ name: 'checkout, p50', value: quantile(checkouts.latencies, 0.5), unit: 'ms' });
    const goal = { atMost: CHECKOUT_GOAL_MS };
    report.figure({ name: 'checkout, p99', value: quantile(checkouts.latencies, 0.99), unit: 'ms', goal });

    await send<null>({ type: 'pay' });
    const startedAtMs = performance.now();
    const webhooks = await measure(WEBHOOKS_PER_SECOND, prepared.webhooks, SECONDS);
    report.figure({ name: 'webhook, p50', value: quantile(webhooks.latencies, 0.5), unit: 'ms' });
    report.figure({ name: 'webhook, p99', value: quantile(webhooks.latencies, 0.99), unit: 'ms' });
    report.figure({
      name: 'webhooks accepted',
      value: webhooks.latencies.length / SECONDS,
      unit: '/s',
      goal: { atLeast: WEBHOOKS_PER_SECOND * 0.99 },
    });
    let progress = await send<Progress>({ type: 'progress' });
    while (progress.processed < progress.stored && performance.now() < startedAtMs + PROCESSING_TIMEOUT_MS) {
      await wait(500);
      progress = await send<Progress>({ type: 'progress' });
    }
    const seconds = (performance.now() - startedAtMs) / 1000;
    // After the last webhook, the load repeats the first ones.
    const accepted = Math.min(webhooks.latencies.length, prepared.webhooks.length);
    report.figure({ name: 'webhooks processed', value: progress.processed / seconds, unit: '/s' });
    report.figure({
      name: 'webhooks lost',
      value: Math.max(0, accepted - progress.donations),
      unit: '',
      goal: { atMost: 0 },
    });
    report.note(
      `${progress.stored} webhooks were stored and ${progress.donations} donations booked, ${seconds.toFixed(0)} s after ` +
        `the first webhook; ${checkouts.failed + webhooks.failed} requests failed, ${checkouts.refused + webhooks.refused} were refused.`,
    );
  },
};
