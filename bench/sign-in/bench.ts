import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FlowReport, startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import type { LoopDelay, Population, ServerOrder } from './server.ts';

const PEOPLE = 2_000;
const SECONDS = 15;
const GOAL_MS = { atMost: 50 };
const NONE: FlowReport = { latencies: [], refused: 0, failed: 0 };

export const signIn: Bench = {
  summary: '200 requests/s of session reads and sign-ins, and session reads during a flood of sign-ins',
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-sign-in-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    // Not pinned, since password hashing runs on the other core.
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const send = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await send<null>({ type: 'stop' })));
    const { port, cookies, emails, password } = await send<Population>({
      type: 'start',
      dataDir,
      people: PEOPLE,
    });
    // The requests of the web app's session client.
    const reads = cookies.flatMap((cookie) => [
      { path: '/api/me', cookie },
      { method: 'POST', path: '/api/auth/token', cookie },
    ]);
    const signIns = emails.map((email) => ({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: JSON.stringify({ email, password }),
    }));
    const generator = stack.use(await startOpenLoopLoad());
    const load = async (readsPerSecond: number, signInsPerSecond: number, seconds = SECONDS) => {
      await send<LoopDelay>({ type: 'delay' });
      await generator.start(port, [
        { perSecond: readsPerSecond, requests: reads },
        { perSecond: signInsPerSecond, requests: signIns },
      ]);
      await wait(1000 * seconds);
      const [read = NONE, signedIn = NONE] = await generator.stop();
      return { reads: read, signIns: signedIn, loop: await send<LoopDelay>({ type: 'delay' }) };
    };

    await load(200, 1, 5);
    for (const [what, readsPerSecond, signInsPerSecond] of [
      ['195 reads and 5 sign-ins a second', 195, 5],
      ['200 reads a second during a flood of 60 sign-ins', 200, 60],
    ] as const) {
      const result = await load(readsPerSecond, signInsPerSecond);
      const { latencies } = result.reads;
      report.figure({ name: `${what}: reads, p50`, value: quantile(latencies, 0.5), unit: 'ms' });
      report.figure({
        name: `${what}: reads, p99`,
        value: quantile(latencies, 0.99),
        unit: 'ms',
        goal: GOAL_MS,
      });
      report.figure({
        name: `${what}: event loop delay, p99`,
        value: result.loop.p99,
        unit: 'ms',
        goal: GOAL_MS,
      });
      report.figure({
        name: `${what}: sign-ins completed`,
        value: result.signIns.latencies.length / SECONDS,
        unit: '/s',
      });
      report.figure({
        name: `${what}: sign-ins, p99`,
        value: quantile(result.signIns.latencies, 0.99),
        unit: 'ms',
      });
      report.note(
        `${result.signIns.refused} sign-ins were refused because the queue was full; ` +
          `${result.reads.failed + result.signIns.failed} requests failed; ` +
          `the longest event loop delay was ${Math.round(result.loop.max)} ms.`,
      );
    }
  },
};
