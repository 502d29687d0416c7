/** Child processes that decode untrusted media and images, without secrets, files, or more memory than they need. */
import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface ProcessLimits {
  /**
   * Limits allocations of native code, too. Node maps more than half a gigabyte of it without using it; a frame of 8K
   * in 10 bits takes 100 MB.
   */
  readonly dataKib: number;
  readonly heapMib: number;
  /** The CPU time after which the system ends the process, for processes that do one thing and end. */
  readonly cpuSeconds?: number;
}

/**
 * The paths that a process may read: the folder of its program, and the folder of the package that binds native code.
 */
export const readable = (folder: URL, nativePackage: string): readonly string[] => [
  fileURLToPath(folder),
  fileURLToPath(new URL('../../package.json', import.meta.url)),
  createRequire(import.meta.url)
    .resolve(nativePackage)
    .replace(/(?<=[\\/]node_modules[\\/]).*$/, ''),
];

const MEDIA = readable(new URL('.', import.meta.url), 'node-av/lib');

/** Makes Linux end this process first when the machine runs out of memory, instead of the server or the database. */
const FIRST_TO_DIE = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null';

/** Only a shell can limit the memory and the files of a program that it starts. */
const SHELL = '/bin/sh';

const argumentsOf = ({ dataKib, heapMib, cpuSeconds }: ProcessLimits, reads: readonly string[]) => [
  '-c',
  [
    'unset PWD OLDPWD',
    FIRST_TO_DIE,
    `ulimit -d ${dataKib}`,
    'ulimit -f 0',
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${cpuSeconds}`]),
    'exec "$0" "$@"',
  ].join('; '),
  process.execPath,
  `--max-old-space-size=${heapMib}`,
  '--permission',
  '--allow-addons',
  ...reads.map((path) => `--allow-fs-read=${path}`),
];

/**
 * Starts a program in a process with an empty environment that cannot write files. The permission model refuses
 * files, child processes and threads to its JavaScript; native code, for which it needs `--allow-addons`, is not
 * bound by it. Neither the process nor its channel keeps this one running.
 * @param file the program
 */
export function forkRestricted(file: string, limits: ProcessLimits): ChildProcess {
  const child = fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The environment holds the instance's secrets.
    env: {},
    execPath: SHELL,
    execArgv: argumentsOf(limits, [...MEDIA, file]),
  });
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}

export interface RestrictedSpawn {
  readonly args: readonly string[];
  /** The paths that the program may read besides its own. */
  readonly reads: readonly string[];
  /** Settings of native code; no secrets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kills the process when aborted. */
  readonly signal: AbortSignal;
}

/** Starts such a process for a program that reads standard input and writes standard output. */
export function spawnRestricted(
  file: string,
  limits: ProcessLimits,
  { args, reads, env = {}, signal }: RestrictedSpawn,
): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(SHELL, [...argumentsOf(limits, [...reads, file]), file, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...env },
    signal,
    killSignal: 'SIGKILL',
  });
}
