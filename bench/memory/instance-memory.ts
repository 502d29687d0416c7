/** The memory of an instance's main process as `npm start` runs it: idle, with encoders, and after them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { adminCommand } from '../../e2e/lib/admin-command.ts';
import { freePort } from '../../e2e/lib/ports.ts';
import { residentBytes } from '../lib/proc.ts';
import type { Report } from '../lib/report.ts';
import { prepareClip } from '../live/clip.ts';
import { startPublishers } from '../live/publishers.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const SETTLE_SECONDS = 30;
const ENCODERS = 10;
const LOAD_SECONDS = 60;
const AFTER_SECONDS = 5 * 60;
const IDLE_GOAL_MB = 150;

const manifest = z.object({ scripts: z.object({ start: z.string() }) });
const streamer = z.object({ streamKey: z.string() });

export async function measureInstance(report: Report): Promise<void> {
  await prepareClip();
  await using instance = await startInstance();
  const { pid } = instance;
  const resident = (name: string, more: { goal?: { atMost: number }; idleMb?: number } = {}) => {
    const { goal, idleMb } = more;
    const value = residentBytes(pid) / 1e6;
    const peer = idleMb === undefined ? {} : { peer: { name: 'idle', value: idleMb } };
    report.figure({ name: `main process, ${name}`, value, unit: 'MB', ...peer, ...(goal && { goal }) });
    return value;
  };

  await delay(1000 * SETTLE_SECONDS);
  const idleMb = resident(`idle for ${SETTLE_SECONDS} s`, { goal: { atMost: IDLE_GOAL_MB } });
  const idleParts = await partsOf(pid);
  for (const [name, bytes] of idleParts)
    report.figure({ name: `  of it, ${name}`, value: bytes / 1e6, unit: 'MB' });

  const keys: string[] = [];
  for (let index = 0; index < ENCODERS; index += 1) keys.push(await instance.createKey(`memory${index}`));
  {
    await using publishers = await startPublishers();
    await publishers.start(instance.rtmpPort, keys);
    await delay(1000 * LOAD_SECONDS);
    resident(`with ${ENCODERS} recorded ingests for ${LOAD_SECONDS} s`, { idleMb });
  }
  await delay(1000 * AFTER_SECONDS);
  resident(`${AFTER_SECONDS / 60} minutes after them`, { idleMb, goal: { atMost: 1.2 } });
  for (const [name, bytes] of await partsOf(pid)) {
    const peer = { name: 'idle', value: (idleParts.get(name) ?? 0) / 1e6 };
    report.figure({ name: `  of it, ${name}`, value: bytes / 1e6, unit: 'MB', peer });
  }
}

async function startInstance() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-memory-'));
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const { scripts } = manifest.parse(JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')));
  const env: Record<string, string> = {
    PATH: [join(REPOSITORY, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
    DEMO: 'false',
    HOST: '127.0.0.1',
    PORT: String(port),
    RTMP_PORT: String(rtmpPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  // The script ends in exec, so that the shell becomes the server.
  const child = spawn('sh', ['-c', scripts.start], { cwd: REPOSITORY, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const { pid } = child;
  if (pid === undefined) throw new Error('The instance could not be started.');
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`The instance exited with ${child.exitCode}.`);
    await delay(100);
  }
  return {
    pid,
    rtmpPort,
    createKey: async (username: string) =>
      streamer.parse(JSON.parse(await adminCommand(env, 'create-streamer', '--username', username)))
        .streamKey,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true });
    },
  };
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** What the resident memory of a process consists of, in bytes. */
async function partsOf(pid: number): Promise<ReadonlyMap<string, number>> {
  const parts = new Map<string, number>();
  let name = '';
  for (const line of (await readFile(`/proc/${pid}/smaps`, 'utf8')).split('\n')) {
    const mapping = /^[\da-f]+-[\da-f]+ (\S+) \S+ \S+ (\d+)\s*(.*)$/.exec(line);
    if (mapping) name = nameOf(mapping[1] ?? '', mapping[2] !== '0', mapping[3] ?? '');
    const [, kib] = /^Rss:\s+(\d+) kB/.exec(line) ?? [];
    if (kib !== undefined) parts.set(name, (parts.get(name) ?? 0) + 1024 * Number(kib));
  }
  return new Map([...parts].sort(([, a], [, b]) => b - a));
}

function nameOf(permissions: string, isFile: boolean, path: string): string {
  if (isFile && /\/node$/.test(path)) return 'the program of Node, pages that it touched';
  if (isFile) return 'libraries';
  if (path === '[heap]') return 'small blocks of malloc';
  if (permissions.includes('x')) return 'compiled code';
  return 'the heap of V8, scripts and large blocks';
}
