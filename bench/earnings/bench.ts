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
const SECONDS = 20;

/** Endpoints of one creator, which are measured together, each read as often. */
interface Part {
  readonly of: 'donations' | 'subscriptions';
  readonly perSecond: number;
  readonly goalMs: number;
  readonly reads: Readonly<Record<string, string>>;
}

const PARTS: readonly Part[] = [
  {
    of: 'donations',
    perSecond: 4,
    goalMs: 50,
    reads: {
      'earnings of 30 days': '/api/me/earnings?period=30d',
      'earnings of 12 months': '/api/me/earnings?period=12m',
      balance: '/api/me/balance',
      payouts: '/api/me/payouts',
      donations: '/api/me/donations',
    },
  },
  {
    // The reserved amount is summed over the subscriptions each time.
    of: 'subscriptions',
    perSecond: 1,
    goalMs: 200,
    reads: { 'balance with subscriptions': '/api/me/balance' },
  },
];

export const earnings: Bench = {
  summary:
    `a creator's earnings page with ${DONATIONS.toLocaleString('en')} donations, and the balance of one ` +
    `with ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-earnings-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const send = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await send<null>({ type: 'stop' })));
    const counts = { donations: DONATIONS, subscriptions: SUBSCRIPTIONS };
    const { port, ...cookies } = await send<Dataset>({ type: 'start', dataDir, ...counts });
    let failed = 0;
    for (const { of, perSecond, goalMs, reads } of PARTS) {
      await using load = await startOpenLoopLoad();
      const flows = Object.values(reads).map((path) => ({
        perSecond,
        requests: [{ path, cookie: cookies[of] }],
      }));
      await load.start(port, flows);
      await wait(5_000);
      await load.report();
      await wait(1_000 * SECONDS);
      const measured = await load.stop();
      for (const [index, name] of Object.keys(reads).entries()) {
        const latencies = measured[index]?.latencies ?? [];
        const goal = { atMost: goalMs };
        report.figure({ name: `${name}, p50`, value: quantile(latencies, 0.5), unit: 'ms' });
        report.figure({ name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', goal });
      }
      failed += measured.reduce((sum, { failed, refused }) => sum + failed + refused, 0);
    }
    report.note(`${failed} reads failed; latency counts from when a request was due.`);
  },
};
