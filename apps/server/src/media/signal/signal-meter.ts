import type { DiscontinuityReason, StreamReader } from '../reader.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';

/** What figures are taken over, in ticks of media time. */
const WINDOW = 10 * TIMESCALE;
const KEYFRAMES_KEPT = 8;
/** Whole seconds that `recent` is taken over. */
const RECENT_SECONDS = 2;
/** A frame that comes this many usual intervals after the one before it shows that others were left out. */
const GAP_INTERVALS = 1.6;
/** How much a single interval moves the usual one. */
const SMOOTHING = 1 / 32;
/** Clocks of encoders run slow or fast against ours by up to this, in milliseconds a second. */
const CLOCK_DRIFT_MS = 0.2;

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
  /** Frames that the encoder left out within the window, as its timestamps tell. */
  readonly droppedFrames: number | null;
  /** The last whole seconds alone; null before there are any. */
  readonly recent: RecentReading | null;
}

export interface RecentReading {
  readonly bitrateKbps: number;
  readonly frameRate: number | null;
  readonly droppedFrames: number;
  /** By how much media arrived later than its own clock says, against the best since it connected. */
  readonly lateMs: number;
}

interface Second {
  readonly index: number;
  bytes: number;
  frames: number;
  dropped: number;
  lateMs: number;
}

/** Reads a session and says what its signal is like; constant memory, a few additions a unit. */
export class SignalMeter implements StreamReader {
  #tracks: Tracks = { video: null, audio: null };
  #seconds: Second[] = [];
  #keyframes: number[] = [];
  #hasBFrames = false;
  #lastShown = Number.NEGATIVE_INFINITY;
  #clockJumps = 0;
  #lastFrame: number | null = null;
  /** The usual time from one frame to the next, in ticks. */
  #interval: number | null = null;
  /** Arrival less media time, in milliseconds: the least so far, and when that was. */
  #best: { lagMs: number; atMs: number } | null = null;
  readonly #now: () => number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  onTracks(tracks: Tracks): void {
    this.#tracks = tracks;
  }

  onUnit(unit: Unit): void {
    const second = this.#second(Math.floor(unit.dts / TIMESCALE));
    second.bytes += unit.payload.byteLength;
    // Of one track alone: the two are never sent at quite the same moment.
    if (unit.kind === (this.#tracks.video ? 'video' : 'audio')) {
      second.lateMs = Math.max(second.lateMs, this.#late(unit.dts));
    }
    if (unit.kind !== 'video') return;
    second.frames += 1;
    second.dropped += this.#missing(unit.dts);
    // Not any composition time: encoders add a steady one, and times that stood still were nudged.
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

  /** How many frames should have come between the last one and this. */
  #missing(dts: number): number {
    const gap = this.#lastFrame === null ? null : dts - this.#lastFrame;
    this.#lastFrame = dts;
    if (gap === null || gap <= 0) return 0;
    const usual = this.#interval ?? gap;
    // Bounded, so that one long gap does not pass for a new rate; a new rate is learnt within a second.
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
