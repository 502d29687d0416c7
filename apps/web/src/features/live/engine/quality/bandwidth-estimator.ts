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
/** Rises count once they have lasted for most of this time. */
const SLOW_WINDOW_MS = 5_000;
/** Below this many bytes, a window says too little. */
const MIN_BYTES = 24_000;
/** A small body may arrive in one piece with its headers, which would be an infinite bandwidth. */
const MAX_BPS = 100_000_000;
/** The start value counts as this much measured time. */
const PRIOR_BUSY_MS = 60;

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
    this.#transfers = this.#transfers.filter(({ endMs }) => endMs > transfer.endMs - SLOW_WINDOW_MS);
    this.#transfers.push(transfer);
  }

  /**
   * Bits per second, or null while nothing is known. The lower of a short and a long average: falls count at once, rises
   * once they have lasted.
   * @param running downloads that have not finished, up to `nowMs`
   */
  estimate(nowMs: number, running: readonly Transfer[] = []): number | null {
    const all = [...this.#transfers, ...running];
    const slow = rateOf(all, nowMs - SLOW_WINDOW_MS, this.#priorBps);
    const fast = rateOf(all, nowMs - FAST_WINDOW_MS, null);
    const measured = slow === null ? fast : fast === null ? slow : Math.min(slow, fast);
    if (measured !== null) this.#last = measured;
    return this.#last ?? this.#priorBps;
  }
}

/** The bytes that arrived since `fromMs` by the time in which any of them did; null where that says too little. */
function rateOf(transfers: readonly Transfer[], fromMs: number, priorBps: number | null): number | null {
  let bytes = 0;
  let busyMs = 0;
  let coveredMs = Number.NEGATIVE_INFINITY;
  const clipped = transfers.filter(({ endMs }) => endMs > fromMs).sort((a, b) => a.startMs - b.startMs);
  for (const { startMs, endMs, bytes: size } of clipped) {
    const start = Math.max(startMs, fromMs);
    bytes += endMs > startMs ? (size * (endMs - start)) / (endMs - startMs) : size;
    busyMs += Math.max(0, endMs - Math.max(start, coveredMs));
    coveredMs = Math.max(coveredMs, endMs);
  }
  // Nothing but silence for a while is a measurement, too.
  if (bytes < MIN_BYTES && busyMs < FAST_WINDOW_MS / 3) return null;
  const atLeastMs = Math.max(busyMs, (bytes * 8_000) / MAX_BPS);
  const prior = priorBps === null ? 0 : PRIOR_BUSY_MS;
  const bits = bytes * 8 + ((priorBps ?? 0) * prior) / 1_000;
  return (bits * 1_000) / (atLeastMs + prior);
}
