/** Estimates how long the origin takes to answer, from the latest requests of this viewer. */
interface Sample {
  readonly atMs: number;
  readonly firstByteMs: number;
  readonly msPerByte: number;
}

const SAMPLES = 24;
/** A page is busy while it starts: older requests count only where there are few newer ones. */
const RECENT_MS = 30_000;
const MIN_SAMPLES = 6;
/** Nearly all requests were faster than the estimate; one in twenty was not. */
const QUANTILE = 0.95;
/** Before anything is measured. */
const INITIAL_MS = 400;
/** Covers the interval at which parts are checked, and the time in which media is verified and appended. */
const MARGIN_MS = 90;
/** The estimate grows as its measurements get older. */
const DOUBT_PER_MINUTE = 0.1;
const MAX_DOUBT = 0.3;

export class OriginEstimator {
  readonly #samples: Sample[] = [];
  #firstByteMs = 0;
  #msPerByte = 0;
  #atMs = 0;

  /** @param firstByteMs the part of the elapsed time before the first byte */
  add(elapsedMs: number, firstByteMs: number, bytes: number, nowMs: number): void {
    const msPerByte = (elapsedMs - firstByteMs) / Math.max(1, bytes);
    this.#samples.push({ atMs: nowMs, firstByteMs, msPerByte });
    while (this.#samples.length > SAMPLES || this.#hasOld(nowMs)) this.#samples.shift();
    this.#firstByteMs = quantile(this.#samples.map((sample) => sample.firstByteMs));
    this.#msPerByte = quantile(this.#samples.map((sample) => sample.msPerByte));
    this.#atMs = nowMs;
  }

  #hasOld(nowMs: number): boolean {
    const [oldest] = this.#samples;
    return oldest !== undefined && this.#samples.length > MIN_SAMPLES && nowMs - oldest.atMs > RECENT_MS;
  }

  /** The time within which a request for this many bytes is answered, nearly always. */
  needMs(bytes: number, nowMs: number): number {
    if (this.#samples.length === 0) return INITIAL_MS + MARGIN_MS;
    const doubt = 1 + Math.min(MAX_DOUBT, ((nowMs - this.#atMs) / 60_000) * DOUBT_PER_MINUTE);
    return (this.#firstByteMs + bytes * this.#msPerByte) * doubt + MARGIN_MS;
  }
}

function quantile(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.ceil(QUANTILE * values.length) - 1] ?? 0;
}
