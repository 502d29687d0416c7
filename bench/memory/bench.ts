/** What an instance holds idle and under load, and whether a machine with 2 GB of memory starts it, as README says. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../../e2e/lib/ports.ts';
import { limitMemory, type MemoryLimit } from '../lib/memory-limit.ts';
import type { Report } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { measureInstance } from './instance-memory.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const LIMIT_BYTES = 2 * 1024 ** 3;
/** The demo has sixteen channels. */
const CHANNELS = 16;
const POLL_MS = 100;

const featured = z.object({ streams: z.array(z.object({ playbackUrl: z.string() })) });

export const memory: Bench = {
  summary:
    'the main process idle, with ten ingests and after them; npm ci and npm start with the demo, with 2 GiB and no swap',
  async run(report) {
    await measureInstance(report);
    const directory = await mkdtemp(join(tmpdir(), 'tributary-memory-'));
    try {
      execFileSync('git', ['clone', '-q', REPOSITORY, directory]);
      await install(report, directory);
      await start(report, directory);
      report.note('memory without cached files, of all processes together; the commit that is checked out');
    } catch (error) {
      report.note(`Could not be measured: ${error instanceof Error ? error.message : error}`);
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

async function install(report: Report, directory: string): Promise<void> {
  using limit = limitMemory(LIMIT_BYTES);
  const began = performance.now();
  const [code] = await once(limit.spawn('npm', ['ci'], { cwd: directory, stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`npm ci exited with ${code}; the kernel killed ${limit.kills} processes.`);
  report.figure({ name: 'npm ci', value: (performance.now() - began) / 1000, unit: 's' });
  tell(report, 'npm ci', limit);
}

async function start(report: Report, directory: string): Promise<void> {
  using limit = limitMemory(LIMIT_BYTES);
  const port = String(await freePort());
  const began = performance.now();
  const instance = limit.spawn('npm', ['start'], {
    cwd: directory,
    stdio: 'ignore',
    env: {
      ...process.env,
      DATA_DIR: join(directory, 'data'),
      PORT: port,
      RTMP_PORT: String(await freePort()),
    },
  });
  const ended = once(instance, 'exit');
  try {
    while ((await playable(port)) < 1) await continues(instance, limit);
    report.figure({ name: 'first playable channel', value: (performance.now() - began) / 1000, unit: 's' });
    tell(report, 'until the first playable channel', limit);
    while ((await playable(port)) < CHANNELS) await continues(instance, limit);
    tell(report, 'until all channels are playable', limit);
  } finally {
    if (instance.pid !== undefined && instance.exitCode === null) process.kill(-instance.pid, 'SIGTERM');
    await ended;
  }
}

/** The number of channels whose playlist can be loaded. */
async function playable(port: string): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/streams/featured`);
    const { streams } = featured.parse(await answer.json());
    const playlists = await Promise.all(
      streams.map(({ playbackUrl }) => fetch(new URL(playbackUrl, answer.url))),
    );
    return playlists.filter(({ ok }) => ok).length;
  } catch {
    // It does not answer yet.
    return 0;
  }
}

async function continues(instance: { readonly exitCode: number | null }, limit: MemoryLimit): Promise<void> {
  if (instance.exitCode !== null)
    throw new Error(`npm start exited with ${instance.exitCode}; ${limit.kills} processes were killed.`);
  await sleep(POLL_MS);
}

function tell(report: Report, phase: string, limit: MemoryLimit): void {
  const goal = { atMost: LIMIT_BYTES / 1e6 };
  report.figure({ name: `memory, ${phase}`, value: limit.peakBytes / 1e6, unit: 'MB', goal });
  report.figure({
    name: `processes killed, ${phase}`,
    value: limit.kills,
    unit: 'processes',
    goal: { atMost: 0 },
  });
}
