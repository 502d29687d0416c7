/** Starts the process that encodes renditions, and asks it for one segment after another. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forkRestricted, type ProcessLimits } from '../restricted-process.ts';
import { type EncodedSegment, type EncoderOrder, encoderReply } from './messages.ts';

const LIMITS: ProcessLimits = { dataKib: 3 * 1024 * 1024, heapMib: 512 };

/** A minute of video takes less, also on a busy machine. */
const TOO_SLOW_MS = 15 * 60_000;

/** The renditions of a video cannot be encoded. */
export class LadderFailed extends Error {
  override readonly name = 'LadderFailed';
}

export class EncoderProcess {
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal;
  #isDead = false;

  /** @param worker the program of the process; tests pass one that misbehaves */
  constructor(signal: AbortSignal, worker = fileURLToPath(new URL('./worker.ts', import.meta.url))) {
    this.#signal = signal;
    this.#child = forkRestricted(worker, LIMITS);
    this.#child.once('exit', () => {
      this.#isDead = true;
    });
  }

  /** Null where it did not start. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** @throws LadderFailed, and the signal's reason; the process is of no use then */
  async ask(order: EncoderOrder): Promise<readonly EncodedSegment[]> {
    this.#signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<readonly EncodedSegment[]>();
    const fail = (reason: string) => reject(new LadderFailed(reason));
    const died = () => fail('The encoder died.');
    const abort = () => reject(this.#signal.reason);
    const take = (message: unknown) => {
      const reply = encoderReply.safeParse(message);
      if (!reply.success) fail('The encoder sent something other than segments.');
      else if ('failure' in reply.data) fail(reply.data.failure);
      else resolve(reply.data.segments);
    };
    const tooSlow = setTimeout(() => fail(`Encoding took longer than ${TOO_SLOW_MS} ms.`), TOO_SLOW_MS);
    this.#child.on('message', take).on('exit', died).on('error', died);
    this.#signal.addEventListener('abort', abort);
    if (this.#isDead) died();
    else this.#child.send(order, (error) => error && died());
    try {
      return await promise;
    } finally {
      clearTimeout(tooSlow);
      this.#child.off('message', take).off('exit', died).off('error', died);
      this.#signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
