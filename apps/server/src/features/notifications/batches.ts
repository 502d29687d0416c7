/** Large work on the tables of many, done so that nobody else notices. */
import { setTimeout as delay } from 'node:timers/promises';

const BATCH = 1_000;
/** After a batch the database rests as long as that took, but no longer than this. */
const LONGEST_REST_MS = 250;

/** @param doBatch does up to `size` and says how many there were: fewer than that were the last */
export async function inBatches(
  signal: AbortSignal,
  doBatch: (size: number) => Promise<number>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const began = performance.now();
    if ((await doBatch(BATCH)) < BATCH) return;
    await delay(Math.min(performance.now() - began, LONGEST_REST_MS), undefined, { signal });
  }
}
