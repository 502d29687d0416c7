import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Keyframe } from './render-thumbnail.ts';

export type WorkerReply = { readonly picture: Uint8Array } | { readonly failure: string };

/** No keyframe takes this long to decode: the process hangs. */
const HANG_MS = 10_000;

/** One child process at a time, started with the first job and again after it has died. Takes one job at a time. */
export class WorkerProcess {
  readonly #file: string;
  readonly #hangMs: number;
  #child: ChildProcess | null = null;

  /** @param file the worker's program; tests give one that misbehaves */
  constructor(file = fileURLToPath(new URL('./worker.ts', import.meta.url)), hangMs = HANG_MS) {
    this.#file = file;
    this.#hangMs = hangMs;
  }

  /** The worker's answer. Never rejects: a crash or a hang is a failure like any other. */
  run(job: Keyframe): Promise<WorkerReply> {
    const child = this.#child ?? this.#start();
    // The system could not start it: it has no file descriptors left, say.
    if (!child.connected) {
      this.#child = null;
      return Promise.resolve({ failure: 'The process that draws pictures cannot be reached.' });
    }
    return new Promise((resolve) => {
      const settle = (reply: WorkerReply) => {
        clearTimeout(hang);
        child.off('message', settle).off('exit', died).off('error', died);
        resolve(reply);
      };
      const died = () => {
        if (this.#child === child) this.#child = null;
        settle({ failure: 'The process that draws pictures died over this frame.' });
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
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    child.on('error', () => undefined);
    // It does not keep the program running, nor does its channel.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}
