import type { Publication } from '../ports.ts';
import { TIMESCALE, type Track, type TrackKind, type Tracks, type Unit } from '../unit.ts';

/** Media time after which a kind that has not come is taken to be absent. */
const SETTLE_TICKS = TIMESCALE;
/** What may be held meanwhile; past either, what is known is what there is. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
const MAX_HELD_UNITS = 1024;

/**
 * Holds units back until it is known which tracks a publication has, so that a stream does not
 * begin as audio-only because its first video header came a moment later. A kind that comes after
 * all is announced as changed tracks.
 */
export class TrackGate {
  readonly #publication: Publication;
  #video: Tracks['video'] = null;
  #audio: Tracks['audio'] = null;
  #open = false;
  #absent: TrackKind | null = null;
  #held: Unit[] = [];
  #heldBytes = 0;

  constructor(publication: Publication) {
    this.#publication = publication;
  }

  /** The encoder's metadata names only the other kind. */
  expectNo(kind: TrackKind): void {
    this.#absent = kind;
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
    const waitedLong = Math.abs(unit.dts - first.dts) >= SETTLE_TICKS;
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
