/**
 * Finds out how much a viewer can upload without asking anyone. The rate rises while it holds parts up and nothing waits in the
 * channels, and falls as soon as bytes pile up there, so that a viewer's other traffic keeps its room.
 */
export interface UploadLimits {
  readonly initialBytesPerSecond: number;
  readonly minBytesPerSecond: number;
  /** 0: nothing is uploaded. */
  readonly maxBytesPerSecond: number;
}

const WINDOW_MS = 250;
const RISE = 1.25;
/** The rise before the first congestion, as in TCP's slow start. */
const FIRST_RISE = 2;
const FALL = 0.7;
/** The rate has to hold parts up for so long in a window before it rises: an idle line tells nothing about its capacity. */
const HELD_UP_MS = 40;
/** More than this time's worth of unsent bytes is congestion. */
const QUEUE_MS = 120;

export class UploadEstimator {
  readonly #limits: UploadLimits;
  #rate: number;
  #windowBeganMs: number;
  #heldUpMs = 0;
  #blockedMs = 0;
  #wasCongested = false;
  #hasBeenCongested = false;

  constructor(limits: UploadLimits, nowMs: number) {
    this.#limits = limits;
    this.#rate = Math.min(limits.initialBytesPerSecond, limits.maxBytesPerSecond);
    this.#windowBeganMs = nowMs;
  }

  get bytesPerSecond(): number {
    return this.#rate;
  }

  /** Something waited for so long because of the rate. */
  heldUp(ms: number): void {
    this.#heldUpMs += ms;
  }

  /** Nothing was sent for so long because the channels were full. */
  blocked(ms: number): void {
    this.#blockedMs += ms;
    if (this.#blockedMs > QUEUE_MS) this.#wasCongested = true;
  }

  /**
   * @param bufferedBytes what all channels have accepted and not yet sent
   * @returns whether the rate changed
   */
  update(bufferedBytes: number, nowMs: number): boolean {
    if (bufferedBytes > (this.#rate * QUEUE_MS) / 1000) this.#wasCongested = true;
    const elapsedMs = nowMs - this.#windowBeganMs;
    if (elapsedMs < WINDOW_MS) return false;
    const before = this.#rate;
    this.#hasBeenCongested ||= this.#wasCongested;
    if (this.#wasCongested) this.#rate = Math.max(this.#limits.minBytesPerSecond, this.#rate * FALL);
    else if (this.#heldUpMs >= HELD_UP_MS) this.#rate *= this.#hasBeenCongested ? RISE : FIRST_RISE;
    this.#rate = Math.min(this.#rate, this.#limits.maxBytesPerSecond);
    this.#windowBeganMs = nowMs;
    this.#heldUpMs = 0;
    this.#blockedMs = 0;
    this.#wasCongested = false;
    return this.#rate !== before;
  }
}
