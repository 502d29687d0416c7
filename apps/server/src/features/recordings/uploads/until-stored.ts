/** Waits for a storage that is away: an import that gave up would decode and encode its file from the beginning. */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#platform/errors.ts';

export interface StorageWaits {
  /** Before the second attempt; each further pause is twice as long, up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** After this time it fails. */
  readonly totalMs: number;
}

const WAITS: StorageWaits = { firstMs: 500, longestMs: 15_000, totalMs: 10 * 60_000 };

/**
 * Repeats `work` while the storage is unavailable.
 * @throws what `work` throws: at once where the storage has answered, and the signal's reason
 */
export async function untilStored<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  waits: Partial<StorageWaits> = {},
): Promise<T> {
  const { firstMs, longestMs, totalMs } = { ...WAITS, ...waits };
  const deadline = performance.now() + totalMs;
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, longestMs)) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'storage_unavailable';
      if (!isAway || performance.now() + waitMs > deadline) throw error;
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
