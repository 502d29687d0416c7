import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import { openSteadyLoad, type Timed } from '../lib/steady.ts';
import type { Bench } from '../run.ts';
import type { LoopDelay, Population, ServerOrder } from './server.ts';

const PEOPLE = 2_000;
const SECONDS = 15;
const GOAL_MS = { atMost: 50 };
const NONE: Timed = { delays: [], turnedAway: 0, failed: 0 };

export const signIn: Bench = {
  summary: '200 requests/s of sessions read and people signing in, and the same under a flood of sign-ins',
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-sign-in-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    // Hashing is to have the other core, as it would: neither is pinned.
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const tell = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await tell<null>({ type: 'stop' })));
    const { port, cookies, emails, password } = await tell<Population>({
      type: 'start',
      dataDir,
      people: PEOPLE,
    });
    // What the session client asks.
    const reads = cookies.flatMap((cookie) => [
      { path: '/api/me', cookie },
      { method: 'POST', path: '/api/auth/token', cookie },
    ]);
    const signIns = emails.map((email) => ({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: JSON.stringify({ email, password }),
    }));
    const generator = stack.use(await openSteadyLoad());
    const load = async (readsPerSecond: number, signInsPerSecond: number, seconds = SECONDS) => {
      await tell<LoopDelay>({ type: 'delay' });
      await generator.start(port, [
        { perSecond: readsPerSecond, requests: reads },
        { perSecond: signInsPerSecond, requests: signIns },
      ]);
      await wait(1000 * seconds);
      const [read = NONE, signedIn = NONE] = await generator.stop();
      return { reads: read, signIns: signedIn, loop: await tell<LoopDelay>({ type: 'delay' }) };
    };

    await load(200, 1, 5);
    for (const [what, readsPerSecond, signInsPerSecond] of [
      ['195 reads and 5 sign-ins a second', 195, 5],
      ['200 reads a second beside a flood of 60 sign-ins', 200, 60],
    ] as const) {
      const result = await load(readsPerSecond, signInsPerSecond);
      const delays = result.reads.delays;
      report.figure({ name: `${what}: reads, p50`, value: quantile(delays, 0.5), unit: 'ms' });
      report.figure({
        name: `${what}: reads, p99`,
        value: quantile(delays, 0.99),
        unit: 'ms',
        goal: GOAL_MS,
      });
      report.figure({
        name: `${what}: event loop held up, p99`,
        value: result.loop.p99,
        unit: 'ms',
        goal: GOAL_MS,
      });
      report.figure({
        name: `${what}: sign-ins done`,
        value: result.signIns.delays.length / SECONDS,
        unit: '/s',
      });
      report.figure({
        name: `${what}: sign-ins, p99`,
        value: quantile(result.signIns.delays, 0.99),
        unit: 'ms',
      });
      report.note(
        `${result.signIns.turnedAway} sign-ins were turned away as the queue was full; ` +
          `${result.reads.failed + result.signIns.failed} answers were wrong; ` +
          `the event loop was held up ${Math.round(result.loop.max)} ms at most.`,
      );
    }
  },
};
