/** The bitrate and the part size of a rendition, averaged over the last seconds and correct from the start. */
const WINDOW_MS = 8000;
/** Before there is an interval to measure, the first parts count for this time. */
const FIRST_MS = 400;

export class RateMeter {
  #decayed = 0;
  #meanBytes = 0;
  #beganAtMs: number | null = null;
  #atMs = 0;

  add(bytes: number, nowMs: number): void {
    this.#meanBytes = this.#meanBytes === 0 ? bytes : this.#meanBytes + (bytes - this.#meanBytes) / 16;
    this.#beganAtMs ??= nowMs - FIRST_MS;
    this.#decayed = this.#decayed * Math.exp((this.#atMs - nowMs) / WINDOW_MS) + bytes;
    this.#atMs = nowMs;
  }

  get partBytes(): number {
    return this.#meanBytes;
  }

  bytesPerSecond(nowMs: number): number {
    if (this.#beganAtMs === null) return 0;
    const decayed = this.#decayed * Math.exp((this.#atMs - nowMs) / WINDOW_MS);
    return (decayed * 1000) / (WINDOW_MS * (1 - Math.exp((this.#beganAtMs - nowMs) / WINDOW_MS)));
  }
}
