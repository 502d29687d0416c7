/** Works on captions without holding up live streams, which this process serves from one thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.ts';
import { errors } from '../recordings.errors.ts';
import { type CaptionResult, type CaptionTask, performCaptionTask } from './captions-tasks.ts';

/** Takes a few milliseconds, less than starting a thread. */
const SMALL_CHARACTERS = 16 * 1024;

/** The largest file takes a second, and several on a busy machine. */
const TIMEOUT_MS = 60_000;

/** One file at a time, and some that wait. */
const LIMITS = { maxConcurrent: 1, maxQueued: 16 };

export interface CaptionsThread {
  /** @throws captions_busy, and where the thread fails */
  run(task: CaptionTask): Promise<CaptionResult>;
}

export function createCaptionsThread(): CaptionsThread {
  const limited = createConcurrencyLimiter(LIMITS, () => errors.captions_busy({ retryAfterSeconds: 10 }));

  return {
    async run(task) {
      const texts = task.type === 'trim' ? [task.webvtt] : [task.file, task.trimmed?.before ?? ''];
      const isSmall = texts.reduce((sum, { length }) => sum + length, 0) <= SMALL_CHARACTERS;
      return isSmall ? performCaptionTask(task) : await limited(() => inThread(task));
    },
  };
}

async function inThread(task: CaptionTask): Promise<CaptionResult> {
  const worker = new Worker(new URL('./captions-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    // An error of the thread rejects it.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const [result]: CaptionResult[] = await once(worker, 'message', { signal });
    if (result === undefined) throw new Error('The thread for captions sent nothing.');
    return result;
  } finally {
    await worker.terminate();
  }
}
