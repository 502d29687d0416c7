import type { Publication } from '../ports.ts';
import { TIMESCALE, type Track, type TrackKind, type Tracks, type Unit } from '../unit.ts';

/** Media time after which a kind that has not come is taken to be absent, announced or not. */
const SETTLE_TICKS = TIMESCALE;
const SETTLE_TICKS_ANNOUNCED = 3 * TIMESCALE;
/** What may be held meanwhile; past either, what is known is what there is. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
const MAX_HELD_UNITS = 1024;

/**
 * Holds units back until it is known which tracks a publication has, so that a stream does not
 * begin as audio-only because its first video header came a moment later. A kind that comes after
 * all is announced as changed tracks.
 */
export class TrackDetector {
  readonly #publication: Publication;
  #video: Tracks['video'] = null;
  #audio: Tracks['audio'] = null;
  #open = false;
  #absent: TrackKind | null = null;
  #settleTicks = SETTLE_TICKS;
  #held: Unit[] = [];
  #heldBytes = 0;

  constructor(publication: Publication) {
    this.#publication = publication;
  }

  /** What the encoder's metadata names: one kind alone is all there is, both are worth a longer wait. */
  expect(kinds: Readonly<Record<TrackKind, boolean>>): void {
    if (kinds.video && kinds.audio) this.#settleTicks = SETTLE_TICKS_ANNOUNCED;
    else if (kinds.video || kinds.audio) this.#absent = kinds.video ? 'audio' : 'video';
    this.#openWhereComplete();
  }

  track(track: Track): void {
    if (track.kind === 'video') this.#video = track;
    else this.#audio = track;
    if (this.#open) this.#announce();
    else this.#openWhereComplete();
  }

  unit(unit: Unit): void {
    if (this.#open) {
      this.#publication.unit(unit);
      return;
    }
    this.#held.push(unit);
    this.#heldBytes += unit.payload.length;
    const first = this.#held[0] ?? unit;
    const waitedLong = Math.abs(unit.dts - first.dts) >= this.#settleTicks;
    if (waitedLong || this.#heldBytes > MAX_HELD_BYTES || this.#held.length > MAX_HELD_UNITS) this.flush();
  }

  /** Passes on what is held; also what a short stream ends with. */
  flush(): void {
    if (this.#open || (this.#video === null && this.#audio === null)) return;
    this.#open = true;
    this.#announce();
    for (const unit of this.#held) this.#publication.unit(unit);
    this.#held = [];
  }

  #openWhereComplete(): void {
    const video = this.#video !== null || this.#absent === 'video';
    const audio = this.#audio !== null || this.#absent === 'audio';
    if (video && audio) this.flush();
  }

  #announce(): void {
    this.#publication.tracks({ video: this.#video, audio: this.#audio });
  }
}
