import type { DiscontinuityReason, StreamReader } from '../reader.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';

/** The window of all figures except the recent ones, in ticks of media time. */
const WINDOW = 10 * TIMESCALE;
const KEYFRAMES_KEPT = 8;
/** The window of `recent`, in whole seconds. */
const RECENT_SECONDS = 2;
/** An interval of this many usual ones means that the encoder dropped frames. */
const GAP_INTERVALS = 1.6;
/** The weight of a single interval in the usual one. */
const SMOOTHING = 1 / 32;
/** The most that an encoder's clock drifts from ours, in milliseconds a second. */
const CLOCK_DRIFT_MS = 0.2;

/** The signal of an encoder; null where it is not known yet. */
export interface SignalReading {
  readonly tracks: Tracks;
  readonly bitrateKbps: number | null;
  /** The largest second divided by the mean second: 1 is perfectly steady. */
  readonly bitrateSpread: number | null;
  readonly frameRate: number | null;
  readonly keyframeIntervalSeconds: number | null;
  /** The longest recent keyframe interval divided by the shortest. */
  readonly keyframeIntervalSpread: number | null;
  readonly hasBFrames: boolean;
  /** Jumps of the encoder's clock since it connected. */
  readonly clockJumps: number;
  /** Frames that the encoder dropped within the window, judging by its timestamps. */
  readonly droppedFrames: number | null;
  /** The last whole seconds; null before there are any. */
  readonly recent: RecentReading | null;
}

export interface RecentReading {
  readonly bitrateKbps: number;
  readonly frameRate: number | null;
  readonly droppedFrames: number;
  /** How much later media arrived than its timestamps say, compared with the best since the encoder connected. */
  readonly lateMs: number;
}

interface Second {
  readonly index: number;
  bytes: number;
  frames: number;
  dropped: number;
  lateMs: number;
}

/** Measures the signal of a live stream in constant memory, with a few additions a unit. */
export class SignalMeter implements StreamReader {
  #tracks: Tracks = { video: null, audio: null };
  #seconds: Second[] = [];
  #keyframes: number[] = [];
  #hasBFrames = false;
  #lastShown = Number.NEGATIVE_INFINITY;
  #clockJumps = 0;
  #lastFrame: number | null = null;
  /** The usual interval between frames, in ticks. */
  #interval: number | null = null;
  /** The least arrival time minus media time so far, in milliseconds, and when it was measured. */
  #best: { lagMs: number; atMs: number } | null = null;
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  onTracks(tracks: Tracks): void {
    this.#tracks = tracks;
  }

  onUnit(unit: Unit): void {
    const second = this.#second(Math.floor(unit.dts / TIMESCALE));
    second.bytes += unit.payload.byteLength;
    // Only one track is measured, since encoders do not send both at exactly the same time.
    if (unit.kind === (this.#tracks.video ? 'video' : 'audio')) {
      second.lateMs = Math.max(second.lateMs, this.#late(unit.dts));
    }
    if (unit.kind !== 'video') return;
    second.frames += 1;
    second.dropped += this.#missing(unit.dts);
    // A composition offset alone does not mean B-frames: some encoders add a constant one.
    if (unit.pts < this.#lastShown) this.#hasBFrames = true;
    this.#lastShown = unit.pts;
    if (unit.keyframe) this.#keyframes = [...this.#keyframes.slice(1 - KEYFRAMES_KEPT), unit.dts];
  }

  onDiscontinuity(reason: DiscontinuityReason): void {
    this.#seconds = [];
    this.#keyframes = [];
    this.#hasBFrames = false;
    this.#lastShown = Number.NEGATIVE_INFINITY;
    this.#lastFrame = null;
    this.#interval = null;
    this.#best = null;
    this.#clockJumps = reason === 'timestamps_jumped' ? this.#clockJumps + 1 : 0;
  }

  onEnd(): void {}

  read(): SignalReading {
    // The first second may be incomplete because reading began within it, and so is the last one.
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
      droppedFrames: known ? whole.reduce((n, s) => n + s.dropped, 0) : null,
      recent: this.#recent(whole.slice(-RECENT_SECONDS)),
    };
  }

  #recent(seconds: readonly Second[]): RecentReading | null {
    if (seconds.length === 0) return null;
    const sum = (of: (second: Second) => number) => seconds.reduce((total, s) => total + of(s), 0);
    return {
      bitrateKbps: (sum((s) => s.bytes) * 8) / 1000 / seconds.length,
      frameRate: this.#tracks.video === null ? null : sum((s) => s.frames) / seconds.length,
      droppedFrames: sum((s) => s.dropped),
      lateMs: Math.max(...seconds.map((s) => s.lateMs)),
    };
  }

  /** The number of frames missing between the last one and this one. */
  #missing(dts: number): number {
    const gap = this.#lastFrame === null ? null : dts - this.#lastFrame;
    this.#lastFrame = dts;
    if (gap === null || gap <= 0) return 0;
    const usual = this.#interval ?? gap;
    // The interval is bounded, so that one long gap does not count as a new rate; a new rate is learned within a
    // second.
    this.#interval = usual + (Math.min(gap, 2 * usual) - usual) * SMOOTHING;
    return gap > GAP_INTERVALS * usual ? Math.round(gap / usual) - 1 : 0;
  }

  #late(dts: number): number {
    const atMs = this.#now();
    const lagMs = atMs - (dts * 1000) / TIMESCALE;
    const best = this.#best;
    const least = best === null ? lagMs : best.lagMs + ((atMs - best.atMs) / 1000) * CLOCK_DRIFT_MS;
    this.#best = { lagMs: Math.min(lagMs, least), atMs };
    return Math.max(0, lagMs - least);
  }

  #second(index: number): Second {
    const last = this.#seconds.at(-1);
    if (last !== undefined && index <= last.index)
      return this.#seconds.findLast((s) => s.index === index) ?? last;
    const added: Second = { index, bytes: 0, frames: 0, dropped: 0, lateMs: 0 };
    this.#seconds.push(added);
    this.#seconds = this.#seconds.filter((s) => s.index >= index - WINDOW / TIMESCALE);
    return added;
  }
}
