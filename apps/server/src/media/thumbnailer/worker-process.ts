import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Keyframe } from './render-thumbnail.ts';

export type WorkerReply = { readonly thumbnail: Uint8Array } | { readonly failure: string };

/** No keyframe takes this long to decode: the process hangs. */
const HANG_MS = 10_000;

/**
 * Bounds what FFmpeg allocates, too. Node maps more than half a gigabyte of it without using it; a frame of 8K
 * in 10 bits takes 100 MB.
 */
const MAX_DATA_KIB = 1.5 * 1024 * 1024;
const MAX_HEAP_MIB = 128;

/** What the worker may read: its program, and the package that binds FFmpeg. */
const READABLE = [
  fileURLToPath(new URL('..', import.meta.url)),
  fileURLToPath(new URL('../../../package.json', import.meta.url)),
  createRequire(import.meta.url)
    .resolve('node-av/lib')
    .replace(/(?<=[\\/]node_modules[\\/]).*$/, ''),
];

/**
 * Node's arguments. The permission model refuses files, child processes and threads to the worker's
 * JavaScript; native code, for which it needs `--allow-addons`, is not bound by it.
 */
const nodeArguments = (file: string): string[] => [
  `--max-old-space-size=${MAX_HEAP_MIB}`,
  '--permission',
  '--allow-addons',
  ...[...READABLE, file].map((path) => `--allow-fs-read=${path}`),
];

/** One child process, started with the first job and again after it died. Takes one job at a time. */
export class WorkerProcess {
  readonly #file: string;
  readonly #hangMs: number;
  #child: ChildProcess | null = null;

  /** @param file the worker's program; tests pass one that misbehaves */
  constructor(file = fileURLToPath(new URL('./worker.ts', import.meta.url)), hangMs = HANG_MS) {
    this.#file = file;
    this.#hangMs = hangMs;
  }

  /** The worker's reply. Never rejects: a crash and a hang are failures too. */
  run(job: Keyframe): Promise<WorkerReply> {
    const child = this.#child ?? this.#start();
    // The system could not start it, for instance for want of file descriptors.
    if (!child.connected) {
      this.#child = null;
      return Promise.resolve({ failure: 'The thumbnail worker could not be started.' });
    }
    return new Promise((resolve) => {
      const settle = (reply: WorkerReply) => {
        clearTimeout(hang);
        child.off('message', settle).off('exit', died).off('error', died);
        resolve(reply);
      };
      const died = () => {
        if (this.#child === child) this.#child = null;
        settle({ failure: `The thumbnail worker died while decoding a keyframe of ${job.codec}.` });
      };
      const hang = setTimeout(() => child.kill('SIGKILL'), this.#hangMs);
      child.on('message', settle).on('exit', died).on('error', died);
      child.send(job, (error) => error && died());
    });
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): ChildProcess {
    const child = fork(this.#file, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The environment holds the instance's secrets.
      env: {},
      // Only a shell can limit the memory of a program that it starts.
      execPath: '/bin/sh',
      execArgv: [
        '-c',
        `unset PWD OLDPWD; ulimit -d ${MAX_DATA_KIB}; exec "$0" "$@"`,
        process.execPath,
        ...nodeArguments(this.#file),
      ],
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    child.on('error', () => undefined);
    // Neither the child nor its channel keeps this process running.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}
