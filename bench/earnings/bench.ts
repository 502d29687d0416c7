import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import type { Dataset, ServerOrder } from './server.ts';

const DONATIONS = 1_000_000;
const SUBSCRIPTIONS = 50_000;
/** Of each read. */
const PER_SECOND = 5;
const SECONDS = 20;
const GOAL_MS = { atMost: 50 };

/** What the page of a creator's earnings reads, and of whom. */
const READS: Readonly<Record<string, readonly [string, 'donations' | 'subscriptions']>> = {
  'earnings of 30 days': ['/api/me/earnings?period=30d', 'donations'],
  'earnings of 12 months': ['/api/me/earnings?period=12m', 'donations'],
  payouts: ['/api/me/payouts', 'donations'],
  donations: ['/api/me/donations', 'donations'],
  balance: ['/api/me/balance', 'donations'],
  'balance with subscriptions': ['/api/me/balance', 'subscriptions'],
};

export const earnings: Bench = {
  summary:
    `a creator's earnings page with ${DONATIONS.toLocaleString('en')} donations, and the balance of one ` +
    `with ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions, each read ${PER_SECOND} times a second`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-earnings-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const send = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await send<null>({ type: 'stop' })));
    const counts = { donations: DONATIONS, subscriptions: SUBSCRIPTIONS };
    const { port, ...cookies } = await send<Dataset>({ type: 'start', dataDir, ...counts });
    const load = stack.use(await startOpenLoopLoad());
    const names = Object.keys(READS);
    const flows = Object.values(READS).map(([path, of]) => ({
      perSecond: PER_SECOND,
      requests: [{ path, cookie: cookies[of] }],
    }));
    await load.start(port, flows);
    await wait(5_000);
    await load.report();
    await wait(1_000 * SECONDS);
    const measured = await load.stop();
    for (const [index, name] of names.entries()) {
      const latencies = measured[index]?.latencies ?? [];
      report.figure({ name: `${name}, p50`, value: quantile(latencies, 0.5), unit: 'ms' });
      report.figure({ name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', goal: GOAL_MS });
    }
    const failed = measured.reduce((sum, { failed, refused }) => sum + failed + refused, 0);
    report.note(`${failed} reads failed; latency counts from when a request was due.`);
  },
};
