import type { MediaSettings } from '../settings.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';
import { type FrameTiming, observeFrames } from './part-target.ts';
import { FRAME_BYTES } from './segmenter.ts';

/** Keyframes that come a little early, by jitter or by an encoder's rounding, still end a segment. */
export const KEYFRAME_SLACK = 0.1 * TIMESCALE;

/** Five seconds are a usual keyframe interval; who waits for a first picture waits no longer than this. */
const PATIENCE_SECONDS = 5.5;
/** TARGETDURATION where no second keyframe came in time: admits the widest intervals in use. */
const PATIENT_TARGET_SECONDS = 10;
/** More than this is not held back for the sake of measuring. */
const MOST_BYTES = 48 * 1024 * 1024;

/** What is settled once, before anything is shown. */
export interface StreamParameters {
  readonly targetDurationSeconds: number;
  /** No second keyframe came: the first segment ends where the units do. */
  readonly cutFirst: boolean;
  /** Null where too few frames of video came. */
  readonly frames: FrameTiming | null;
}

/** Keeps a stream's first units until its keyframe interval and its frame timing are known. */
export class GopProbe {
  readonly #minimum: number;
  readonly #patience: number;
  readonly #units: Unit[] = [];
  readonly #videoTimes: number[] = [];
  #bytes = 0;
  #firstAudio: number | null = null;
  #lastAudio = 0;
  #segmentSeconds: number | null = null;

  constructor(settings: MediaSettings) {
    this.#minimum = settings.segmentMinSeconds;
    this.#patience = Math.max(PATIENCE_SECONDS, settings.segmentMinSeconds + 2);
  }

  /** In order of arrival; video from its first keyframe. */
  get units(): readonly Unit[] {
    return this.#units;
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
    this.#bytes += unit.payload.byteLength + FRAME_BYTES;
    this.#units.push(unit);
  }

  /** What is settled, or null where more must be seen. */
  parameters(tracks: Tracks): StreamParameters | null {
    const frames = observeFrames(this.#videoTimes);
    if (this.#segmentSeconds !== null) {
      // A tenth of a second is jitter: 2.002 s is two.
      const whole = Math.ceil(this.#segmentSeconds - 0.1);
      return { targetDurationSeconds: Math.max(1, whole), cutFirst: false, frames };
    }
    const video = this.#span(this.#videoTimes[0], this.#videoTimes.at(-1));
    const audio = this.#span(this.#firstAudio ?? undefined, this.#lastAudio);
    if (tracks.video === null && audio > this.#minimum) {
      return { targetDurationSeconds: Math.max(1, Math.ceil(this.#minimum - 0.1)), cutFirst: false, frames };
    }
    // Sound alone is shown when the picture that was announced does not come.
    const isTired = Math.max(video, this.#videoTimes.length === 0 ? audio : 0) >= this.#patience;
    if (!isTired && this.#bytes < MOST_BYTES) return null;
    const targetDurationSeconds = Math.max(PATIENT_TARGET_SECONDS, Math.ceil(this.#minimum * 1.5));
    return { targetDurationSeconds, cutFirst: true, frames };
  }

  #span(first: number | undefined, last: number | undefined): number {
    return first === undefined || last === undefined ? 0 : (last - first) / TIMESCALE;
  }
}
