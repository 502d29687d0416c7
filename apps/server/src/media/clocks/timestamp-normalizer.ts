import { TIMESCALE, type TrackKind, type Unit } from '../unit.ts';

/** The first timestamp, which leaves room for a second track that starts a little earlier. */
const ORIGIN = TIMESCALE;
/** A longer step forward within a track is a jump of the clock. */
const JUMP_FORWARD = 3 * TIMESCALE;
/** A step back within a track up to this is jitter; the timestamp is corrected. */
const JITTER_BACK = TIMESCALE / 2;
/** The most that two tracks of one clock may be apart. */
const SKEW = 3 * TIMESCALE;
/** The most late units of an abandoned clock that are dropped in a row. */
const MAX_LATE_UNITS = 100;

export type NormalizedUnit = { readonly unit: Unit; readonly jumped: boolean } | null;

/**
 * Maps the clocks of a live stream's encoders to one monotonic clock. After a jump and after a
 * reconnect, timestamps continue from the last unit by the wall time that passed since.
 */
export class TimestampNormalizer {
  readonly #now: () => number;
  #offset: number | null = null;
  /** The difference that is added to one track's timestamps, if its encoder runs it far apart from the other. */
  #shift: Record<TrackKind, number> = { video: 0, audio: 0 };
  #abandoned: Record<TrackKind, number> | null = null;
  #last: Record<TrackKind, number | null> = { video: null, audio: null };
  /** Whether each track has been seen on the current clock. */
  #onClock: Record<TrackKind, boolean> = { video: false, audio: false };
  #newest = ORIGIN;
  #newestAtMs = 0;
  #lateUnits = 0;
  #corrected = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of timestamps that were moved forward because they did not rise. */
  get corrected(): number {
    return this.#corrected;
  }

  /** Restarts after a reconnect: the next unit anchors the encoder's new clock. */
  restart(): void {
    this.#abandoned = null;
    this.#offset = null;
    this.#shift = { video: 0, audio: 0 };
    this.#onClock = { video: false, audio: false };
    this.#lateUnits = 0;
  }

  /** Returns the unit with normalized timestamps, or null for a late unit of an abandoned clock. */
  normalize(unit: Unit): NormalizedUnit {
    const offset = this.#offset;
    if (offset === null) return { unit: this.#anchor(unit), jumped: false };
    const dts = unit.dts + offset + this.#shift[unit.kind];
    if (this.#fits(unit.kind, dts)) return { unit: this.#place(unit, dts), jumped: false };
    if (this.#isLate(unit)) return null;
    if (!this.#onClock[unit.kind]) {
      // The other track continues, and following each in turn would be a discontinuity with every frame.
      this.#shift[unit.kind] = this.#newest - unit.dts - offset;
      return { unit: this.#place(unit, this.#newest), jumped: false };
    }
    this.#abandoned = { video: offset + this.#shift.video, audio: offset + this.#shift.audio };
    this.#shift = { video: 0, audio: 0 };
    this.#onClock = { video: false, audio: false };
    return { unit: this.#anchor(unit), jumped: true };
  }

  #fits(kind: TrackKind, dts: number): boolean {
    const last = this.#last[kind];
    if (dts < 0) return false;
    if (last === null || !this.#onClock[kind]) return Math.abs(dts - this.#newest) <= SKEW;
    return dts - last > -JITTER_BACK && dts - last <= JUMP_FORWARD;
  }

  /** Whether a unit is late: after a jump, the other track may still send units from before it. */
  #isLate(unit: Unit): boolean {
    const last = this.#last[unit.kind];
    if (this.#abandoned === null || last === null || this.#onClock[unit.kind]) return false;
    if (Math.abs(unit.dts + this.#abandoned[unit.kind] - last) > SKEW) return false;
    this.#lateUnits += 1;
    return this.#lateUnits <= MAX_LATE_UNITS;
  }

  #anchor(unit: Unit): Unit {
    const first = this.#last.video === null && this.#last.audio === null;
    const elapsed = Math.max(
      Math.round(((this.#now() - this.#newestAtMs) * TIMESCALE) / 1000),
      TIMESCALE / 100,
    );
    const dts = first ? ORIGIN : this.#newest + elapsed;
    this.#offset = dts - unit.dts;
    this.#lateUnits = 0;
    return this.#place(unit, dts);
  }

  #place(unit: Unit, placed: number): Unit {
    const last = this.#last[unit.kind];
    const dts = last !== null && placed <= last ? last + 1 : placed;
    if (dts !== placed) this.#corrected += 1;
    this.#last[unit.kind] = dts;
    this.#onClock[unit.kind] = true;
    if (dts >= this.#newest) {
      this.#newest = dts;
      this.#newestAtMs = this.#now();
    }
    // Presentation time stays relative to the encoder's clock if decode time was corrected.
    return { ...unit, dts, pts: Math.max(placed + unit.pts - unit.dts, 0) };
  }
}
