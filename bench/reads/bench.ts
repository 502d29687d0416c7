import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type LoadRequest, startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { startWorker } from '../lib/proc.ts';
import { quantile } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import type { Dataset, DatasetSize, ServerOrder } from './server.ts';

const SIZE: DatasetSize = {
  people: 100_000,
  channels: 20_000,
  live: 1_000,
  past: 100_000,
  follows: 1_000_000,
  notifications: 1_000_000,
};
const SIGNED_IN = 500;
const PER_SECOND = 200;
const SECONDS = 30;
const GOAL_MS = { atMost: 50 };

export const reads: Bench = {
  summary: `the busiest reads at ${PER_SECOND} requests/s in all, with 100,000 accounts, 1,000,000 follows and 1,000,000 notifications`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-reads-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    // Server, database and load share all cores of the machine.
    const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
    const send = <Reply>(order: ServerOrder) => server.ask<Reply>(order);
    stack.defer(async () => void (await send<null>({ type: 'stop' })));
    const dataset = await send<Dataset>({ type: 'start', dataDir, size: SIZE, signedIn: SIGNED_IN });
    const load = stack.use(await startOpenLoopLoad());
    const kinds = Object.entries(requestsByKind(dataset));
    const flows = kinds.map(([, requests]) => ({ perSecond: PER_SECOND / kinds.length, requests }));

    await load.start(dataset.port, flows);
    await wait(5_000);
    await load.report();
    await wait(1_000 * SECONDS);
    const measured = await load.stop();

    for (const [index, [name]] of kinds.entries()) {
      const latencies = measured[index]?.latencies ?? [];
      report.figure({ name: `${name}, p50`, value: quantile(latencies, 0.5), unit: 'ms' });
      report.figure({ name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', goal: GOAL_MS });
    }
    const answered = measured.reduce((sum, { latencies }) => sum + latencies.length, 0);
    const failed = measured.reduce((sum, report) => sum + report.failed + report.refused, 0);
    report.note(
      `${answered} reads were answered, ${failed} failed; latency counts from when a request was due. ` +
        `There are ${dataset.follows.toLocaleString('en')} follows.`,
    );
  },
};

/** Of four searches, one is for a name, one for a prefix, one has a missing letter, and one is for a common word. */
function wordsFor(names: readonly string[]): string[] {
  return names.map((name, n) => {
    const [first = ''] = name.split(' ');
    return [name, first.slice(0, 4), `${first[0]}${first.slice(2)}`, 'willow'][n % 4] ?? name;
  });
}

const SLUGS = ['gaming', 'music', 'sports', 'news'];

function requestsByKind({
  cookies,
  usernames,
  names,
}: Dataset): Readonly<Record<string, readonly LoadRequest[]>> {
  const asEach = (paths: readonly string[]): LoadRequest[] =>
    cookies.map((cookie, n) => ({ path: paths[n % paths.length] ?? '', cookie }));
  const words = wordsFor(names).map(encodeURIComponent);
  return {
    featured: asEach(['/api/streams/featured']),
    discover: asEach([
      '/api/discover',
      '/api/discover?sort=newest',
      ...SLUGS.map((category) => `/api/discover?category=${category}`),
    ]),
    'search, streams': asEach(words.map((q) => `/api/discover?q=${q}`)),
    'search, people': asEach(words.map((q) => `/api/discover/people?q=${q}`)),
    bell: asEach(['/api/me/bell']),
    profile: asEach(usernames.map((username) => `/api/profiles/${username}`)),
  };
}
