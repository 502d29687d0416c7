import { unsupported } from '../codecs/format-error.ts';

/** Long enough that a large keyframe, and what an encoder sends after a stall of the network, pass. */
const WINDOW_SECONDS = 10;

/** Limits what one publisher sends, averaged over seconds: a bucket that drains at the limit. */
export class BitrateLimit {
  readonly #maxKbps: number;
  readonly #now: () => number;
  #level = 0;
  #measuredAtMs: number;
  /** Since when the bucket has not been empty, and what has arrived since then. */
  #busySinceMs: number;
  #busyBytes = 0;

  /** @param now monotonic milliseconds */
  constructor(maxKbps: number, now: () => number) {
    this.#maxKbps = maxKbps;
    this.#now = now;
    this.#measuredAtMs = now();
    this.#busySinceMs = this.#measuredAtMs;
  }

  /** @throws MediaFormatError `unsupported` where the publisher exceeds the limit */
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
