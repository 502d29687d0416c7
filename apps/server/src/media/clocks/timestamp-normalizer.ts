import { TIMESCALE, type TrackKind, type Unit } from '../unit.ts';

/** Where a session's time begins: room for a second track that starts a little before the first. */
const ORIGIN = TIMESCALE;
/** A step forward within a track that no frame interval explains. */
const JUMP_FORWARD = 3 * TIMESCALE;
/** A step back within a track that jitter explains; mended by a nudge. */
const JITTER_BACK = TIMESCALE / 2;
/** How far apart two tracks of one clock may be. */
const SKEW = 3 * TIMESCALE;
/** Units on the abandoned clock that are dropped before it is believed again. */
const MAX_STRAGGLERS = 100;

export type NormalizedUnit = { readonly unit: Unit; readonly jumped: boolean } | null;

/**
 * Turns the clocks of one session's encoders into one clock that only rises. A clock that jumps,
 * or a new connection's, is re-anchored to follow the last unit by the wall time that passed since.
 */
export class TimestampNormalizer {
  readonly #now: () => number;
  #offset: number | null = null;
  /** Added to one track's times: its encoder runs it far apart from the other. */
  #shift: Record<TrackKind, number> = { video: 0, audio: 0 };
  #abandoned: Record<TrackKind, number> | null = null;
  #last: Record<TrackKind, number | null> = { video: null, audio: null };
  /** Raw time of each track on the present clock, null until it has been seen there. */
  #onClock: Record<TrackKind, boolean> = { video: false, audio: false };
  #newest = ORIGIN;
  #newestAtMs = 0;
  #stragglers = 0;
  #mended = 0;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Timestamps nudged forward because they did not rise. */
  get mended(): number {
    return this.#mended;
  }

  /** The encoder's clock is a new one (reconnected): the next unit is anchored afresh. */
  restart(): void {
    this.#abandoned = null;
    this.#offset = null;
    this.#shift = { video: 0, audio: 0 };
    this.#onClock = { video: false, audio: false };
    this.#stragglers = 0;
  }

  /** Places a unit in session time, or null for a late unit of an abandoned clock. */
  normalize(unit: Unit): NormalizedUnit {
    const offset = this.#offset;
    if (offset === null) return { unit: this.#anchor(unit), jumped: false };
    const dts = unit.dts + offset + this.#shift[unit.kind];
    if (this.#fits(unit.kind, dts)) return { unit: this.#settle(unit, dts), jumped: false };
    if (this.#isStraggler(unit)) return null;
    if (!this.#onClock[unit.kind]) {
      // The other track goes on: believing each in turn would break the stream with every frame.
      this.#shift[unit.kind] = this.#newest - unit.dts - offset;
      return { unit: this.#settle(unit, this.#newest), jumped: false };
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

  /** After a jump, the other track's units may still come from before it. */
  #isStraggler(unit: Unit): boolean {
    const last = this.#last[unit.kind];
    if (this.#abandoned === null || last === null || this.#onClock[unit.kind]) return false;
    if (Math.abs(unit.dts + this.#abandoned[unit.kind] - last) > SKEW) return false;
    this.#stragglers += 1;
    return this.#stragglers <= MAX_STRAGGLERS;
  }

  #anchor(unit: Unit): Unit {
    const first = this.#last.video === null && this.#last.audio === null;
    const elapsed = Math.max(
      Math.round(((this.#now() - this.#newestAtMs) * TIMESCALE) / 1000),
      TIMESCALE / 100,
    );
    const dts = first ? ORIGIN : this.#newest + elapsed;
    this.#offset = dts - unit.dts;
    this.#stragglers = 0;
    return this.#settle(unit, dts);
  }

  #settle(unit: Unit, placed: number): Unit {
    const last = this.#last[unit.kind];
    const dts = last !== null && placed <= last ? last + 1 : placed;
    if (dts !== placed) this.#mended += 1;
    this.#last[unit.kind] = dts;
    this.#onClock[unit.kind] = true;
    if (dts >= this.#newest) {
      this.#newest = dts;
      this.#newestAtMs = this.#now();
    }
    // The picture keeps its place relative to the encoder's clock even where decode time was nudged.
    return { ...unit, dts, pts: Math.max(placed + unit.pts - unit.dts, 0) };
  }
}
