import { setTimeout as delay } from 'node:timers/promises';
import type { LiveStreamView } from '#media/ports.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import { WorkQueue } from '#platform/work-queue.ts';

const RETRY_FIRST_MS = 250;
const RETRY_LONGEST_MS = 10_000;

/** How long a shutdown waits for pending writes; the next start recovers the rest. */
const CLOSE_MS = 5_000;

/** Writes about streams: those of one channel happen in order, and are repeated until the database takes them. */
export interface StreamWrites {
  /** Runs `work` after the pending writes of the stream's channel. A failure other than of the database is final. */
  add(view: LiveStreamView, work: () => Promise<void>): void;
  /** Runs `work` once, after the pending writes of a channel. @throws what it throws */
  inOrder<T>(channelId: string, work: () => Promise<T>): Promise<T>;
  /** Waits for the pending writes of a channel. */
  idle(channelId: string): Promise<void>;
  /** Waits for all pending writes, but not long: an unavailable database must not delay the shutdown. */
  close(): Promise<void>;
}

export function createStreamWrites(log: Log): StreamWrites {
  const queue = new WorkQueue();
  const closing = new AbortController();

  async function untilTaken(work: () => Promise<void>, streamId: string): Promise<void> {
    for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)) {
      try {
        await work();
        return;
      } catch (error) {
        if (error instanceof AppError && error.kind !== 'unavailable') {
          // A channel that was deleted in the meantime has nothing to record. Viewers miss anything else.
          if (error.kind !== 'not_found') log.error({ err: error, streamId }, 'A stream is not recorded');
          return;
        }
        log.error({ err: error, streamId, waitMs }, 'A stream could not be recorded; trying again');
        await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {});
        if (closing.signal.aborted) return;
      }
    }
  }

  return {
    add({ channelId, streamId }, work) {
      void queue.run(channelId, () => untilTaken(work, streamId));
    },
    inOrder: (channelId, work) => queue.run(channelId, work),
    idle: (channelId) => queue.idle(channelId),
    async close() {
      await Promise.race([queue.drain(), delay(CLOSE_MS, undefined, { ref: false })]);
      closing.abort();
    },
  };
}
