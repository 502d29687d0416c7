/**
 * The bandwidth of the network, measured from the downloads of parts and segments.
 *
 * Parts are small, and video and audio arrive at the same time. So what counts is how many bytes arrived while any body
 * was arriving: neither the wait for a response nor the time between two downloads says anything about bandwidth.
 */

/** The download of one body. All times are in milliseconds of any monotonic clock. */
export interface Transfer {
  /** The response began: its headers have arrived. */
  readonly startMs: number;
  /** The end, or now where it is still running. */
  readonly endMs: number;
  readonly bytes: number;
}

/** Falls are noticed within this time. */
const FAST_WINDOW_MS = 1_500;
/**
 * The typical bandwidth is the median of this many windows: a rise counts once it has lasted for most of them, and a
 * network that stood still for a moment is as good as before.
 */
const WINDOWS = 5;
const WINDOW_MS = 1_000;
/** Below this many bytes, a window says too little. */
const MIN_BYTES = 24_000;
/** A small body may arrive in one piece with its headers, which would be an infinite bandwidth. */
const MAX_BPS = 100_000_000;

export class BandwidthEstimator {
  readonly #priorBps: number | null;
  #transfers: Transfer[] = [];
  #last: number | null = null;

  /** @param priorBps what is likely before anything was measured; null: unknown */
  constructor(priorBps: number | null) {
    this.#priorBps = priorBps;
  }

  /** Adds a finished or aborted download. */
  add(transfer: Transfer): void {
    this.#transfers = this.#transfers.filter(({ endMs }) => endMs > transfer.endMs - WINDOWS * WINDOW_MS);
    this.#transfers.push(transfer);
  }

  /**
   * Bits per second, or null while nothing is known. The lower of what is typical and of the present: falls count at
   * once, rises once they have lasted.
   * @param running downloads that have not finished, up to `nowMs`
   */
  estimate(nowMs: number, running: readonly Transfer[] = []): number | null {
    const all = [...this.#transfers, ...running].sort((a, b) => a.startMs - b.startMs);
    const rates: number[] = [];
    for (let i = 0; i < WINDOWS; i += 1) {
      const rate = rateOf(all, nowMs - (i + 1) * WINDOW_MS, nowMs - i * WINDOW_MS);
      if (rate !== null) rates.push(rate);
    }
    const present = rateOf(all, nowMs - FAST_WINDOW_MS, nowMs);
    const typical = medianOf(rates);
    const measured = typical === null ? present : present === null ? typical : Math.min(typical, present);
    if (measured !== null) this.#last = measured;
    return this.#last ?? this.#priorBps;
  }
}

function medianOf(values: number[]): number | null {
  return values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}

/** The bytes that arrived in a window by the time in which any of them did; null where that says too little. */
function rateOf(transfers: readonly Transfer[], fromMs: number, toMs: number): number | null {
  let bytes = 0;
  let busyMs = 0;
  let coveredMs = fromMs;
  for (const { startMs, endMs, bytes: size } of transfers) {
    if (endMs <= fromMs || startMs >= toMs) continue;
    const [start, end] = [Math.max(startMs, fromMs), Math.min(endMs, toMs)];
    bytes += endMs > startMs ? (size * (end - start)) / (endMs - startMs) : size;
    busyMs += Math.max(0, end - Math.max(start, coveredMs));
    coveredMs = Math.max(coveredMs, end);
  }
  // Nothing but silence for a while is a measurement, too.
  if (bytes < MIN_BYTES && busyMs < FAST_WINDOW_MS / 3) return null;
  return (bytes * 8_000) / Math.max(busyMs, (bytes * 8_000) / MAX_BPS);
}
