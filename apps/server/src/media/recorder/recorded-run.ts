/** A run of a recording: its segments, by their numbers, in little memory. */
import type { RenditionName } from '../presentation/presentation.ts';
import { type BlockLayout, type RunFolder, startOf } from './recording-files.ts';

/** A segment of one rendition. */
export interface RenditionSegment {
  readonly seconds: number;
  readonly byteLength: number;
}

/** A segment's renditions; one that joined late, or has left, is missing. */
export interface RecordedSegment {
  readonly msn: number;
  readonly video: RenditionSegment | null;
  readonly audio: RenditionSegment | null;
}

export const RENDITIONS = ['video', 'audio'] as const satisfies readonly RenditionName[];

/** Durations are whole numbers of this, as in the names of files. */
const UNITS_PER_SECOND = 100_000;

/** A segment takes its number, then duration and size of each rendition: 40 bytes, while an object takes 300. */
const WIDTH = 1 + 2 * RENDITIONS.length;
const ABSENT = -1;

const columnOf = (name: RenditionName): number => 1 + 2 * RENDITIONS.indexOf(name);

/** Segments that follow one another without a discontinuity. Rows count them from 0. */
export class RecordedRun implements RunFolder {
  readonly path: string;
  /** The layout of its blocks, which the paths of its segments show. */
  layout: BlockLayout = 'shared';
  /** The renditions with an initialization section. */
  readonly renditions = new Set<RenditionName>();
  readonly #cells: number[] = [];

  constructor(path: string) {
    this.path = path;
  }

  get startMs(): number {
    return startOf(this.path);
  }

  get size(): number {
    return this.#cells.length / WIDTH;
  }

  add(msn: number, name: RenditionName, { seconds, byteLength }: RenditionSegment): void {
    const row = this.firstFrom(msn);
    if (this.#cells[row * WIDTH] !== msn) {
      this.#cells.splice(row * WIDTH, 0, msn, ...Array<number>(WIDTH - 1).fill(ABSENT));
    }
    const at = row * WIDTH + columnOf(name);
    this.#cells[at] = Math.round(seconds * UNITS_PER_SECOND);
    this.#cells[at + 1] = byteLength;
  }

  /** The position of the first segment whose number is at least `msn`. */
  firstFrom(msn: number): number {
    let low = 0;
    let high = this.size;
    // The newest segments are looked up most often.
    if (high > 0 && (this.#cells[(high - 1) * WIDTH] ?? 0) < msn) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#cells[middle * WIDTH] ?? 0) < msn) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(row: number): RecordedSegment {
    return {
      msn: this.#cells[row * WIDTH] ?? 0,
      video: this.#segment(row, 'video'),
      audio: this.#segment(row, 'audio'),
    };
  }

  /**
   * The duration of a segment, without creating objects. A segment that a rendition lacks is as long as the other
   * one's.
   */
  secondsAt(row: number, name: RenditionName): number {
    const own = this.#cells[row * WIDTH + columnOf(name)] ?? ABSENT;
    const other = columnOf(name === 'video' ? 'audio' : 'video');
    const units = own === ABSENT ? (this.#cells[row * WIDTH + other] ?? ABSENT) : own;
    return units === ABSENT ? 0 : units / UNITS_PER_SECOND;
  }

  #segment(row: number, name: RenditionName): RenditionSegment | null {
    const at = row * WIDTH + columnOf(name);
    const units = this.#cells[at] ?? ABSENT;
    return units === ABSENT
      ? null
      : { seconds: units / UNITS_PER_SECOND, byteLength: this.#cells[at + 1] ?? 0 };
  }
}
