/** A player that holds a fixed delay behind live: it stalls where a part is not there, and catches up afterwards. */
import { PART_MS } from './simulated-stream.ts';

const CATCH_UP_RATE = 1.05;
/** Playback that is later than its target by more than this runs faster. */
const TOLERANCE_MS = 20;
/** A part has to be there this long before it is shown. */
const DECODE_MS = 30;

export interface PlayedPart {
  /** From the capture of the first frame to its showing. */
  readonly delayMs: number;
  readonly stalledMs: number;
}

export class SimulatedPlayer {
  readonly #targetDelayMs: number;
  readonly #onPlayed: (part: PlayedPart) => void;
  readonly #waiting = new Set<number>();
  #next: number;
  /** When the part before ends. */
  #freeMs: number;
  #hasBegun = false;

  constructor(first: number, targetDelayMs: number, nowMs: number, onPlayed: (part: PlayedPart) => void) {
    this.#next = first;
    this.#targetDelayMs = targetDelayMs;
    this.#freeMs = Math.max(nowMs, first * PART_MS + targetDelayMs);
    this.#onPlayed = onPlayed;
  }

  /** When a part has to have arrived. */
  deadlineMs(index: number): number {
    return this.#freeMs + (index - this.#next) * PART_MS - DECODE_MS;
  }

  arrived(index: number, nowMs: number): void {
    if (index < this.#next) return;
    this.#waiting.add(index);
    while (this.#waiting.delete(this.#next)) this.#play(nowMs);
  }

  #play(nowMs: number): void {
    const startMs = Math.max(this.#freeMs, nowMs + DECODE_MS);
    const delayMs = startMs - this.#next * PART_MS;
    // Waiting for the first part is the start of playback, not a stall.
    const stalledMs = this.#hasBegun ? startMs - this.#freeMs : 0;
    this.#hasBegun = true;
    const rate = delayMs > this.#targetDelayMs + TOLERANCE_MS ? CATCH_UP_RATE : 1;
    this.#freeMs = startMs + PART_MS / rate;
    this.#next += 1;
    this.#onPlayed({ delayMs, stalledMs });
  }
}
