import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ClosedLoopLoad, startClosedLoopLoad } from '../lib/closed-loop-load.ts';
import { findExecutable, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { median } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { startNginx } from './nginx.ts';
import { measureRewinding } from './rewinding.ts';
import type { DeliveryPaths } from './server.ts';
import { createWrk } from './wrk.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const WRK = { connections: 16, seconds: 1 };
const GOAL = { atLeast: 0.6 };
const STORED_GOAL = { atLeast: 0.7 };

interface Sample {
  /** Requests per second of wall-clock time. */
  readonly perSecond: number;
  /** Requests per second of CPU time of the server: independent of what else runs on the machine. */
  readonly perCpuSecond: number;
  readonly megabytesPerCpuSecond: number;
  readonly generatorBusy: number;
}

export const delivery: Bench = {
  summary: 'responses on one core over keep-alive connections, compared with nginx serving the same bytes',
  async run(report) {
    // On tmpfs where there is one, so that nginx reads from memory as well.
    const directory = mkdtempSync(
      path.join(process.platform === 'linux' ? '/dev/shm' : os.tmpdir(), 'bench-'),
    );
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rmSync(directory, { recursive: true, force: true }));
    const ours = stack.use(await startWorker(new URL('./server.ts', import.meta.url), SERVER_CORE));
    const paths = await ours.ask<DeliveryPaths>({ directory });
    const load = stack.use(await startClosedLoopLoad());
    const executable = findExecutable('nginx');
    const peer = executable === null ? null : stack.use(await startNginx(executable, directory));
    if (peer === null) report.note('nginx is not in PATH, so there is no comparison.');
    const wrk = createWrk(WRK);
    if (wrk === null) report.note('wrk is not in PATH, so its figures are missing.');
    else stack.use(wrk);

    for (const [what, asked, reached] of [
      ['video parts of 120 kB', paths.video, GOAL],
      ['audio parts of 5 kB', paths.audio, GOAL],
      ['playlists of 4 kB', paths.playlist, GOAL],
      ['parts of 120 kB that have left memory', paths.storedParts, STORED_GOAL],
      ['stored segments of 740 kB', paths.storedSegments, STORED_GOAL],
      ['stored segments of 98 kB', paths.smallSegments, STORED_GOAL],
    ] as const) {
      const own: Sample[] = [];
      const theirs: Sample[] = [];
      const ownWrk: number[] = [];
      const theirWrk: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // By turns, so that other load on the machine affects both.
        own.push(await measure(load, ours.pid, paths.port, asked));
        if (wrk !== null) ownWrk.push(wrk.measure(paths.port, asked));
        if (peer === null) continue;
        theirs.push(await measure(load, peer.pid, peer.port, asked));
        if (wrk !== null) theirWrk.push(wrk.measure(peer.port, asked));
      }
      const figure = (name: string, unit: string, pick: (sample: Sample) => number, goal?: typeof GOAL) =>
        report.figure({
          name: `${what}: ${name}`,
          value: median(own.map(pick)),
          unit,
          ...(peer === null
            ? {}
            : { peer: { name: 'nginx', value: median(theirs.map(pick)) }, ...(goal && { goal }) }),
        });
      figure('requests per core second', '/s', (sample) => sample.perCpuSecond, reached);
      figure('bytes per core second', 'MB/s', (sample) => sample.megabytesPerCpuSecond);
      figure('requests per second', '/s', (sample) => sample.perSecond);
      if (wrk !== null) {
        report.figure({
          name: `${what}: requests per second of wrk`,
          value: median(ownWrk),
          unit: '/s',
          ...(peer && { peer: { name: 'nginx', value: median(theirWrk) }, goal: reached }),
        });
      }
      const busy = (samples: Sample[]) =>
        `${Math.round(100 * median(samples.map((sample) => sample.generatorBusy)))}%`;
      report.note(
        `load generator's core busy: ${busy(own)}${peer === null ? '' : `, with nginx ${busy(theirs)}`}`,
      );
    }
    await measureRewinding(report, paths.port, { live: paths.video, rewound: paths.rewoundSegments });
    report.note(
      `load generator on raw sockets in a second process, ${CONNECTIONS} connections requesting the newest six parts; ` +
        'nginx with one worker, sendfile and cached descriptors; ' +
        `median of ${ROUNDS} rounds of ${SECONDS} s, by turns with nginx. wrk has ${WRK.connections} connections, and reads ` +
        `through 8 kB, so that it copies what nginx does not. ` +
        `A core second is a second of CPU time, user and system, that the server used.`,
    );
  },
};

async function measure(
  load: ClosedLoopLoad,
  pid: number,
  port: number,
  paths: readonly string[],
): Promise<Sample> {
  const result = await load.run({ port, pid, paths, connections: CONNECTIONS, seconds: SECONDS });
  if (result.failures > 0)
    throw new Error(`${result.failures} responses from port ${port} had an error status`);
  return {
    perSecond: result.requests / result.seconds,
    perCpuSecond: result.requests / result.serverCpuSeconds,
    megabytesPerCpuSecond: result.bytes / 1e6 / result.serverCpuSeconds,
    generatorBusy: result.busy,
  };
}
