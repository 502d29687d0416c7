import { setTimeout as delay } from 'node:timers/promises';

const BATCH_SIZE = 1_000;
const MAX_PAUSE_MS = 250;

/**
 * Processes many rows without slowing down other work: after each batch the database rests for as long as the batch
 * took, at most 250 ms.
 * @param doBatch handles up to `size` rows and returns their number; fewer than `size` were the last ones
 */
export async function inBatches(
  signal: AbortSignal,
  doBatch: (size: number) => Promise<number>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const startedAtMs = performance.now();
    if ((await doBatch(BATCH_SIZE)) < BATCH_SIZE) return;
    await delay(Math.min(performance.now() - startedAtMs, MAX_PAUSE_MS), undefined, { signal });
  }
}
