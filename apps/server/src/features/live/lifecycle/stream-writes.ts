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
export class StreamWrites {
  readonly #log: Log;
  readonly #queue = new WorkQueue();
  readonly #closing = new AbortController();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs `work` after the pending writes of the stream's channel. A failure other than of the database is final. */
  add({ channelId, streamId }: LiveStreamView, work: () => Promise<void>): void {
    void this.#queue.run(channelId, () => this.#untilTaken(work, streamId));
  }

  /** Runs `work` once, after the pending writes of a channel. @throws what it throws */
  inOrder<T>(channelId: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(channelId, work);
  }

  /** Waits for the pending writes of a channel. */
  idle(channelId: string): Promise<void> {
    return this.#queue.idle(channelId);
  }

  /** Waits for all pending writes, but not long: an unavailable database must not delay the shutdown. */
  async close(): Promise<void> {
    await Promise.race([this.#queue.drain(), delay(CLOSE_MS, undefined, { ref: false })]);
    this.#closing.abort();
  }

  async #untilTaken(work: () => Promise<void>, streamId: string): Promise<void> {
    for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)) {
      try {
        await work();
        return;
      } catch (error) {
        if (error instanceof AppError && error.kind !== 'unavailable') {
          // A channel that was deleted in the meantime has nothing to record. Viewers miss anything else.
          if (error.kind !== 'not_found')
            this.#log.error({ err: error, streamId }, 'A stream is not recorded');
          return;
        }
        this.#log.error({ err: error, streamId, waitMs }, 'A stream could not be recorded; trying again');
        await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
        if (this.#closing.signal.aborted) return;
      }
    }
  }
}
