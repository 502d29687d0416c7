import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type LoadGenerator, startLoadGenerator } from '../lib/load.ts';
import { findExecutable, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { median } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { startNginx } from './nginx.ts';
import type { DeliveryPaths } from './server.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const GOAL = { atLeast: 0.6 };

interface Sample {
  /** As the clock saw it. */
  readonly perSecond: number;
  /** For each second of CPU that the server spent: what a whole core gives, whoever else was using it. */
  readonly perCpuSecond: number;
  readonly megabytesPerCpuSecond: number;
  readonly generatorBusy: number;
}

export const delivery: Bench = {
  summary: 'answers on one core, over keep-alive connections, beside nginx serving the same bytes',
  async run(report) {
    // tmpfs where there is one: nginx then reads from memory, as we do.
    const directory = mkdtempSync(
      path.join(process.platform === 'linux' ? '/dev/shm' : os.tmpdir(), 'bench-'),
    );
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rmSync(directory, { recursive: true, force: true }));
    const ours = stack.use(await startWorker(new URL('./server.ts', import.meta.url), SERVER_CORE));
    const paths = await ours.ask<DeliveryPaths>({ directory });
    const load = stack.use(await startLoadGenerator());
    const executable = findExecutable('nginx');
    const peer = executable === null ? null : stack.use(await startNginx(executable, directory));
    if (peer === null) report.note('nginx is not on PATH: no peer to compare with.');

    for (const [what, asked] of [
      ['video parts of 120 kB', paths.video],
      ['audio parts of 5 kB', paths.audio],
      ['playlists of 4 kB', paths.playlist],
    ] as const) {
      const own: Sample[] = [];
      const theirs: Sample[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // In turn, so that a busy moment of the machine hits both.
        own.push(await measure(load, ours.pid, paths.port, asked));
        if (peer !== null) theirs.push(await measure(load, peer.pid, peer.port, asked));
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
      figure('requests per core second', '/s', (sample) => sample.perCpuSecond, GOAL);
      figure('bytes per core second', 'MB/s', (sample) => sample.megabytesPerCpuSecond);
      figure('requests by the clock', '/s', (sample) => sample.perSecond);
      const busy = (samples: Sample[]) =>
        `${Math.round(100 * median(samples.map((sample) => sample.generatorBusy)))}%`;
      report.note(
        `load generator's core busy: ${busy(own)}${peer === null ? '' : `, with nginx ${busy(theirs)}`}`,
      );
    }
    report.note(
      `own load generator on bare sockets in a second process, ${CONNECTIONS} connections asking for the newest six parts; ` +
        'nginx with one worker, sendfile and cached descriptors; ' +
        `median of ${ROUNDS} rounds of ${SECONDS} s, in turn with the peer. ` +
        `A core second is one of CPU time, user and system, that the server spent.`,
    );
  },
};

async function measure(
  load: LoadGenerator,
  pid: number,
  port: number,
  paths: readonly string[],
): Promise<Sample> {
  const result = await load.run({ port, pid, paths, connections: CONNECTIONS, seconds: SECONDS });
  if (result.failures > 0) throw new Error(`${result.failures} answers from port ${port} were no 200.`);
  return {
    perSecond: result.requests / result.seconds,
    perCpuSecond: result.requests / result.serverCpuSeconds,
    megabytesPerCpuSecond: result.bytes / 1e6 / result.serverCpuSeconds,
    generatorBusy: result.busy,
  };
}
