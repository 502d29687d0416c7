import { unsupported } from '../codecs/format-error.ts';

/** The window is long enough for a large keyframe, and for the burst of an encoder after a stall of the network. */
const WINDOW_SECONDS = 10;

/** Limits the bitrate of one publisher, averaged over seconds: a bucket that drains at the limit. */
export class BitrateLimit {
  readonly #maxKbps: number;
  readonly #now: () => number;
  #level = 0;
  #measuredAtMs: number;
  /** The time since when the bucket has not been empty, and the bytes that have arrived since then. */
  #busySinceMs: number;
  #busyBytes = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(maxKbps: number, now: () => number) {
    this.#maxKbps = maxKbps;
    this.#now = now;
    this.#measuredAtMs = now();
    this.#busySinceMs = this.#measuredAtMs;
  }

  /** @throws MediaFormatError `unsupported` if the publisher exceeds the limit */
  add(bytes: number): void {
    const now = this.#now();
    const bytesPerMs = this.#maxKbps / 8;
    this.#level = Math.max(0, this.#level - (now - this.#measuredAtMs) * bytesPerMs);
    this.#measuredAtMs = now;
    if (this.#level === 0) {
      this.#busySinceMs = now;
      this.#busyBytes = 0;
    }
    this.#level += bytes;
    this.#busyBytes += bytes;
    if (this.#level <= bytesPerMs * WINDOW_SECONDS * 1000) return;
    const kbps = Math.round((this.#busyBytes * 8) / Math.max(1000, now - this.#busySinceMs));
    throw unsupported(
      { code: 'bitrate_exceeded', kbps, maxKbps: this.#maxKbps },
      `A bitrate of ${kbps} kbps exceeds the limit of ${this.#maxKbps} kbps; lower it in the encoder.`,
    );
  }
}
