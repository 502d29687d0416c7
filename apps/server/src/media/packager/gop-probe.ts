import type { MediaSettings } from '../settings.ts';
import { TIMESCALE, type Tracks, UNIT_OVERHEAD_BYTES, type Unit } from '../unit.ts';
import { type FrameTiming, observeFrames } from './part-target.ts';

/** Keyframes that are early by this much, from jitter or rounding, still end a segment. */
export const KEYFRAME_SLACK = 0.1 * TIMESCALE;

/** How long to wait for a second keyframe; five seconds is a common interval. */
const MAX_WAIT_SECONDS = 5.5;
/** The TARGETDURATION if no second keyframe arrived in time, which covers the longest intervals in use. */
const FALLBACK_TARGET_SECONDS = 10;
/** The most bytes that are held back while probing. */
const MAX_BYTES = 48 * 1024 * 1024;

/** The parameters that are decided once, before the first playlist. */
export interface StreamParameters {
  readonly targetDurationSeconds: number;
  /** Whether the first segment ends with the last probed unit, because no second keyframe arrived. */
  readonly cutFirst: boolean;
  /** Null if too few video frames arrived. */
  readonly frames: FrameTiming | null;
}

/** Holds a stream's first units until its keyframe interval (GOP length) and frame timing are known. */
export class GopProbe {
  readonly #minimum: number;
  readonly #maxWait: number;
  readonly #units: Unit[] = [];
  readonly #videoTimes: number[] = [];
  #bytes = 0;
  #firstAudio: number | null = null;
  #lastAudio = 0;
  #segmentSeconds: number | null = null;

  constructor(settings: MediaSettings) {
    this.#minimum = settings.segmentMinSeconds;
    this.#maxWait = Math.max(MAX_WAIT_SECONDS, settings.segmentMinSeconds + 2);
  }

  /** The held units in order of arrival; video from its first keyframe on. */
  get units(): readonly Unit[] {
    return this.#units;
  }

  /** The size of the held units, with their overhead. */
  get bytes(): number {
    return this.#bytes;
  }

  add(unit: Unit): void {
    if (unit.kind === 'video') {
      if (this.#videoTimes.length === 0 && !unit.keyframe) return;
      this.#videoTimes.push(unit.dts);
      const length = unit.dts - (this.#videoTimes[0] ?? unit.dts);
      if (unit.keyframe && length >= this.#minimum * TIMESCALE - KEYFRAME_SLACK) {
        this.#segmentSeconds ??= length / TIMESCALE;
      }
    } else {
      this.#firstAudio ??= unit.dts;
      this.#lastAudio = unit.dts;
    }
    this.#bytes += unit.payload.byteLength + UNIT_OVERHEAD_BYTES;
    this.#units.push(unit);
  }

  /** The parameters, or null if more units are needed. */
  parameters(tracks: Tracks): StreamParameters | null {
    const frames = observeFrames(this.#videoTimes);
    if (this.#segmentSeconds !== null) {
      // Up to a tenth of a second is jitter: 2.002 s counts as 2 s.
      const whole = Math.ceil(this.#segmentSeconds - 0.1);
      return { targetDurationSeconds: Math.max(1, whole), cutFirst: false, frames };
    }
    const video = this.#span(this.#videoTimes[0], this.#videoTimes.at(-1));
    const audio = this.#span(this.#firstAudio ?? undefined, this.#lastAudio);
    if (tracks.video === null && audio > this.#minimum) {
      return { targetDurationSeconds: Math.max(1, Math.ceil(this.#minimum - 0.1)), cutFirst: false, frames };
    }
    // If announced video does not arrive in time, the stream starts with audio only.
    const waitedLong = Math.max(video, this.#videoTimes.length === 0 ? audio : 0) >= this.#maxWait;
    if (!waitedLong && this.#bytes < MAX_BYTES) return null;
    const targetDurationSeconds = Math.max(FALLBACK_TARGET_SECONDS, Math.ceil(this.#minimum * 1.5));
    return { targetDurationSeconds, cutFirst: true, frames };
  }

  #span(first: number | undefined, last: number | undefined): number {
    return first === undefined || last === undefined ? 0 : (last - first) / TIMESCALE;
  }
}
