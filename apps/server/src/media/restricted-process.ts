/** Child processes that decode media from strangers: without secrets, files, or more memory than they need. */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What such a process may read: its program, and the package that binds FFmpeg. */
const READABLE = [
  fileURLToPath(new URL('.', import.meta.url)),
  fileURLToPath(new URL('../../package.json', import.meta.url)),
  createRequire(import.meta.url)
    .resolve('node-av/lib')
    .replace(/(?<=[\\/]node_modules[\\/]).*$/, ''),
];

export interface ProcessLimits {
  /**
   * Bounds what FFmpeg allocates, too. Node maps more than half a gigabyte of it without using it; a frame of 8K
   * in 10 bits takes 100 MB.
   */
  readonly dataKib: number;
  readonly heapMib: number;
}

/** Where the memory of the machine runs out, Linux ends such a process, and neither this one nor the database. */
const FIRST_TO_DIE = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null';

/**
 * Starts a program in a process with an empty environment that cannot write files. The permission model refuses
 * files, child processes and threads to its JavaScript; native code, for which it needs `--allow-addons`, is not
 * bound by it. Neither the process nor its channel keeps this one running.
 * @param file the program
 */
export function forkRestricted(file: string, { dataKib, heapMib }: ProcessLimits): ChildProcess {
  const child = fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The environment holds the instance's secrets.
    env: {},
    // Only a shell can limit the memory and the files of a program that it starts.
    execPath: '/bin/sh',
    execArgv: [
      '-c',
      `unset PWD OLDPWD; ${FIRST_TO_DIE}; ulimit -d ${dataKib}; ulimit -f 0; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${heapMib}`,
      '--permission',
      '--allow-addons',
      ...[...READABLE, file].map((path) => `--allow-fs-read=${path}`),
    ],
  });
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}
