/** A control group of Linux that limits the memory of the processes in it, and measures what they used. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of one version of the interface. Version 2 is the one of current distributions. */
interface Interface {
  readonly root: string;
  readonly probe: string;
  /** Files and what to write into them; those for swap may be missing. */
  readonly limits: (bytes: number) => readonly (readonly [string, string])[];
  readonly stat: string;
  /** The line of `stat` with memory that cannot be reclaimed: not files' pages. */
  readonly anonymous: RegExp;
  readonly events: string;
}

const VERSIONS: readonly Interface[] = [
  {
    root: '/sys/fs/cgroup',
    probe: 'cgroup.controllers',
    limits: (bytes) => [
      ['memory.max', String(bytes)],
      ['memory.swap.max', '0'],
    ],
    stat: 'memory.stat',
    anonymous: /^anon (\d+)$/m,
    events: 'memory.events',
  },
  {
    root: '/sys/fs/cgroup/memory',
    probe: 'memory.limit_in_bytes',
    limits: (bytes) => [
      ['memory.limit_in_bytes', String(bytes)],
      ['memory.memsw.limit_in_bytes', String(bytes)],
    ],
    stat: 'memory.stat',
    anonymous: /^total_rss (\d+)$/m,
    events: 'memory.oom_control',
  },
];

const SAMPLE_MS = 50;

export interface MemoryLimit extends Disposable {
  /** Starts a program inside the group, in a process group of its own. */
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** The most memory that its processes held at once, without cached files, which the kernel lets go of. */
  readonly peakBytes: number;
  /** How many of its processes the kernel killed for want of memory. */
  readonly kills: number;
}

/** @throws Error with the reason where this user cannot limit memory */
export function limitMemory(bytes: number): MemoryLimit {
  const version = VERSIONS.find(({ root, probe }) => existsSync(join(root, probe)));
  if (!version) throw new Error('There is no memory controller below /sys/fs/cgroup.');
  const path = join(version.root, `tributary-bench-${process.pid}`);
  const read = (file: string): string => readFileSync(join(path, file), 'utf8');
  mkdirSync(path);
  for (const [file, value] of version.limits(bytes))
    if (existsSync(join(path, file))) writeFileSync(join(path, file), value);
  const number = (file: string, line: RegExp): number => Number(line.exec(read(file))?.[1] ?? Number.NaN);
  let peakBytes = 0;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, number(version.stat, version.anonymous));
  }, SAMPLE_MS);
  return {
    spawn: (command, args, options) =>
      spawn('sh', ['-c', `echo $$ > ${path}/cgroup.procs && exec "$@"`, 'sh', command, ...args], {
        ...options,
        detached: true,
      }),
    get peakBytes() {
      return peakBytes;
    },
    get kills() {
      return number(version.events, /^oom_kill (\d+)$/m);
    },
    [Symbol.dispose]() {
      clearInterval(sampling);
      try {
        rmdirSync(path);
      } catch (error) {
        process.emitWarning(`The control group ${path} still has processes: ${error}`);
      }
    },
  };
}
