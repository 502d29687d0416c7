/** The rendition in which a player received each part last, which identifies the one of a frame on its screen. */
import { PARTS_PER_SEGMENT } from './padded-ladder.ts';

/** The segments of the stream that the bench publishes, each of which begins with a keyframe. */
export const SEGMENT_SECONDS = 2;
export const PART_SECONDS = SEGMENT_SECONDS / PARTS_PER_SEGMENT;

/** The numbers of a segment and of a part of it; without a part, it is the whole segment. */
export interface MediaNumbers {
  readonly msn: number;
  readonly part: number | null;
}

export class DeliveredParts {
  readonly #kbps = new Map<string, number>();
  /** The wall clock at the beginning of segment 0, in milliseconds. */
  #startedAtMs = Number.POSITIVE_INFINITY;

  /** The server answered with the media at `nowMs`, which it may do as soon as its last frame has arrived. */
  noteAnswer({ msn, part }: MediaNumbers, nowMs: number): void {
    const endSeconds = (msn + 1) * SEGMENT_SECONDS;
    const seconds = part === null ? endSeconds : msn * SEGMENT_SECONDS + (part + 1) * PART_SECONDS;
    // The earliest answer of all is that of a part that was requested while it was made.
    this.#startedAtMs = Math.min(this.#startedAtMs, nowMs - Math.min(seconds, endSeconds) * 1000);
  }

  noteDelivered({ msn, part }: MediaNumbers, kbps: number): void {
    const parts = part === null ? Array.from({ length: PARTS_PER_SEGMENT }, (_, i) => i) : [part];
    for (const index of parts) this.#kbps.set(keyOf(msn, index), kbps);
  }

  /** The bitrate of the frame that was captured at `atMs`; null where its part was not delivered. */
  kbpsAt(atMs: number): number | null {
    const seconds = (atMs - this.#startedAtMs) / 1000;
    const msn = Math.floor(seconds / SEGMENT_SECONDS);
    const part = Math.floor((seconds - msn * SEGMENT_SECONDS) / PART_SECONDS);
    return this.#kbps.get(keyOf(msn, part)) ?? null;
  }

  clear(): void {
    this.#kbps.clear();
  }
}

const keyOf = (msn: number, part: number): string => `${msn}.${Math.min(part, PARTS_PER_SEGMENT - 1)}`;
