import type { Publication } from '../ports.ts';
import { TIMESCALE, type Track, type TrackKind, type Tracks, type Unit } from '../unit.ts';

/** The media time to wait for a missing track, without and with metadata that announces it. */
const SETTLE_TICKS = TIMESCALE;
const SETTLE_TICKS_ANNOUNCED = 3 * TIMESCALE;
/** The most that is held in the meantime; beyond either limit, the known tracks are final. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
const MAX_HELD_UNITS = 1024;

/**
 * Holds units back until the tracks of a publication are known, so that a stream does not start as
 * audio-only because its video header arrives a moment later. A track that arrives later still is
 * reported as changed tracks.
 */
export class TrackDetector {
  readonly #publication: Publication;
  #video: Tracks['video'] = null;
  #audio: Tracks['audio'] = null;
  #isOpen = false;
  #absent: TrackKind | null = null;
  #settleTicks = SETTLE_TICKS;
  #held: Unit[] = [];
  #heldBytes = 0;

  constructor(publication: Publication) {
    this.#publication = publication;
  }

  /** Sets the tracks that the encoder's metadata announces: a single one is final, both are worth a longer wait. */
  expect(kinds: Readonly<Record<TrackKind, boolean>>): void {
    if (kinds.video && kinds.audio) this.#settleTicks = SETTLE_TICKS_ANNOUNCED;
    else if (kinds.video || kinds.audio) this.#absent = kinds.video ? 'audio' : 'video';
    this.#openIfComplete();
  }

  track(track: Track): void {
    if (track.kind === 'video') this.#video = track;
    else this.#audio = track;
    if (this.#isOpen) this.#announce();
    else this.#openIfComplete();
  }

  unit(unit: Unit): void {
    if (this.#isOpen) {
      this.#publication.unit(unit);
      return;
    }
    this.#held.push(unit);
    this.#heldBytes += unit.payload.length;
    const first = this.#held[0] ?? unit;
    const waitedLong = Math.abs(unit.dts - first.dts) >= this.#settleTicks;
    if (waitedLong || this.#heldBytes > MAX_HELD_BYTES || this.#held.length > MAX_HELD_UNITS) this.flush();
  }

  /** Passes on the held units with the tracks known so far. */
  flush(): void {
    if (this.#isOpen || (this.#video === null && this.#audio === null)) return;
    this.#isOpen = true;
    this.#announce();
    for (const unit of this.#held) this.#publication.unit(unit);
    this.#held = [];
  }

  #openIfComplete(): void {
    const video = this.#video !== null || this.#absent === 'video';
    const audio = this.#audio !== null || this.#absent === 'audio';
    if (video && audio) this.flush();
  }

  #announce(): void {
    this.#publication.tracks({ video: this.#video, audio: this.#audio });
  }
}
