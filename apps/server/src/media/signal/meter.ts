import type { DiscontinuityReason, Sink } from '../hub/sink.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';

/** What figures are taken over, in ticks of media time. */
const WINDOW = 10 * TIMESCALE;
const KEYFRAMES_KEPT = 8;

/** What an encoder sends, as far as it is known yet; null is "not known". */
export interface SignalReading {
  readonly tracks: Tracks;
  readonly bitrateKbps: number | null;
  /** Largest second over the mean second within the window: 1 is perfectly steady. */
  readonly bitrateSpread: number | null;
  readonly frameRate: number | null;
  readonly keyframeIntervalSeconds: number | null;
  /** Longest over shortest of the recent keyframe intervals. */
  readonly keyframeIntervalSpread: number | null;
  readonly hasBFrames: boolean;
  /** Jumps of the encoder's clock since it connected. */
  readonly clockJumps: number;
}

interface Second {
  readonly index: number;
  bytes: number;
  frames: number;
}

/** Reads a session and says what its signal is like; constant memory, a few additions a unit. */
export class SignalMeter implements Sink {
  #tracks: Tracks = { video: null, audio: null };
  #seconds: Second[] = [];
  #keyframes: number[] = [];
  #hasBFrames = false;
  #clockJumps = 0;

  onTracks(tracks: Tracks): void {
    this.#tracks = tracks;
  }

  onUnit(unit: Unit): void {
    const second = this.#second(Math.floor(unit.dts / TIMESCALE));
    second.bytes += unit.payload.byteLength;
    if (unit.kind !== 'video') return;
    second.frames += 1;
    if (unit.pts !== unit.dts) this.#hasBFrames = true;
    if (unit.keyframe) this.#keyframes = [...this.#keyframes.slice(1 - KEYFRAMES_KEPT), unit.dts];
  }

  onDiscontinuity(reason: DiscontinuityReason): void {
    this.#seconds = [];
    this.#keyframes = [];
    this.#hasBFrames = false;
    this.#clockJumps = reason === 'timestamps_jumped' ? this.#clockJumps + 1 : 0;
  }

  onEnd(): void {}

  read(): SignalReading {
    // The first second of a window is cut short where reading began, the last is still filling.
    const whole = this.#seconds.slice(1, -1);
    const mean = whole.reduce((sum, s) => sum + s.bytes, 0) / whole.length;
    const intervals = this.#keyframes.slice(1).map((at, i) => at - (this.#keyframes[i] ?? at));
    const known = whole.length > 0;
    return {
      tracks: this.#tracks,
      bitrateKbps: known ? (mean * 8) / 1000 : null,
      bitrateSpread: known && mean > 0 ? Math.max(...whole.map((s) => s.bytes)) / mean : null,
      frameRate:
        known && this.#tracks.video !== null ? whole.reduce((n, s) => n + s.frames, 0) / whole.length : null,
      keyframeIntervalSeconds: intervals.length === 0 ? null : Math.max(...intervals) / TIMESCALE,
      keyframeIntervalSpread:
        intervals.length < 2 ? null : Math.max(...intervals) / Math.max(Math.min(...intervals), 1),
      hasBFrames: this.#hasBFrames,
      clockJumps: this.#clockJumps,
    };
  }

  #second(index: number): Second {
    const last = this.#seconds.at(-1);
    if (last !== undefined && index <= last.index)
      return this.#seconds.findLast((s) => s.index === index) ?? last;
    const added: Second = { index, bytes: 0, frames: 0 };
    this.#seconds.push(added);
    this.#seconds = this.#seconds.filter((s) => s.index >= index - WINDOW / TIMESCALE);
    return added;
  }
}
