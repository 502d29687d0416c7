/** Limits how many downloads are sent at the same time, without letting slow readers keep all others out. */
import { NetworkUsage, type UsageLimit } from '#platform/network/network-usage.ts';
import { errors } from '../recordings.errors.ts';

export interface Download {
  /** The network of its client; null: it counts in the total only. */
  readonly network: string | null;
  bytesTaken(): number;
  /** Its client can resume it later. */
  end(): void;
}

interface Held {
  readonly download: Download;
  /** Gives its slot up. Idempotent. */
  readonly release: () => void;
  /** When its rate was last measured, and what it had taken by then. */
  measuredAtMs: number;
  measuredBytes: number;
  bytesPerSecond: number;
}

/** A rate is measured over at least this time. The first one is high: the buffers of a connection take megabytes at once. */
const MEASURED_MS = 10_000;

/** How often `measure` is to be called. */
export const MEASURE_EVERY_MS = MEASURED_MS / 2;

/** A slower download gives its slot up to others: half of 1 Mbps, at which few recordings could be watched. */
const SLOW_BYTES_PER_SECOND = 64 * 1024;

export interface DownloadSlots {
  /**
   * Counts a download until what it returns is called. Where all slots are taken, the slowest download ends.
   * @throws AppError `downloads_busy`
   */
  take(download: Download): () => void;
  /** Measures the rates, which decide which download gives its slot up. */
  measure(): void;
}

/** @param now milliseconds of a clock that does not jump */
export function createDownloadSlots(
  limit: UsageLimit,
  now: () => number = () => performance.now(),
): DownloadSlots {
  const slots = new Set<Held>();
  const usage = new NetworkUsage(limit);

  function endSlowest(): void {
    let slowest: Held | null = null;
    for (const held of slots) {
      if (held.bytesPerSecond < (slowest?.bytesPerSecond ?? SLOW_BYTES_PER_SECOND)) slowest = held;
    }
    if (slowest === null) return;
    slowest.release();
    slowest.download.end();
  }

  return {
    take(download) {
      if (usage.total >= limit.total) endSlowest();
      if (!usage.admits(download.network)) throw errors.downloads_busy({ retryAfterSeconds: 30 });
      const free = usage.add(download.network);
      const held: Held = {
        download,
        release: () => {
          slots.delete(held);
          free();
        },
        measuredAtMs: now(),
        measuredBytes: download.bytesTaken(),
        bytesPerSecond: Number.POSITIVE_INFINITY,
      };
      slots.add(held);
      return held.release;
    },
    measure() {
      const nowMs = now();
      for (const held of slots) {
        const elapsedMs = nowMs - held.measuredAtMs;
        if (elapsedMs < MEASURED_MS) continue;
        const bytes = held.download.bytesTaken();
        held.bytesPerSecond = ((bytes - held.measuredBytes) / elapsedMs) * 1000;
        held.measuredAtMs = nowMs;
        held.measuredBytes = bytes;
      }
    },
  };
}
