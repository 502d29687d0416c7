import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forkRestricted, type ProcessLimits } from '../restricted-process.ts';
import type { Keyframe } from './thumbnail.ts';

export type WorkerJob =
  | (Keyframe & { readonly type: 'thumbnail' | 'preview' | 'tile' })
  | { readonly type: 'sheet'; readonly tiles: readonly Uint8Array[] };

export type WorkerReply = { readonly image: Uint8Array } | { readonly failure: string };

/** The process hangs if a job takes this long, since no image does. */
const HANG_MS = 10_000;

const LIMITS: ProcessLimits = { dataKib: 1.5 * 1024 * 1024, heapMib: 128 };

/** A child process, started with the first job and again after it died. It takes one job at a time. */
export class WorkerProcess {
  readonly #file: string;
  readonly #hangMs: number;
  #child: ChildProcess | null = null;

  /** @param file the worker's program; tests pass one that misbehaves */
  constructor(file = fileURLToPath(new URL('./worker.ts', import.meta.url)), hangMs = HANG_MS) {
    this.#file = file;
    this.#hangMs = hangMs;
  }

  /** Runs a job. Never rejects: a crash and a hang are failures in the reply. */
  run(job: WorkerJob): Promise<WorkerReply> {
    const child = this.#child ?? this.#start();
    // The system could not start it, for example because no file descriptors are left.
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
        const work = job.type === 'sheet' ? 'encoding a sheet' : `decoding a keyframe of ${job.codec}`;
        settle({ failure: `The thumbnail worker died while ${work}.` });
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
    const child = forkRestricted(this.#file, LIMITS);
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    this.#child = child;
    return child;
  }
}
