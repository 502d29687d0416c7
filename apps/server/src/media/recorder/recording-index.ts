/** Which segments of a recording are stored, in order, as the names and sizes of its files say. */
import type { RenditionName } from '../presentation/presentation.ts';
import { compareRuns, isEdge, parsePath, type RecordedTrack, startOf, trackPath } from './recording-files.ts';

/** A stored file of a recording. */
export interface StoredFile {
  /** Relative to the recording's folder. */
  readonly path: string;
  readonly byteLength: number;
}

/** One rendition's part of a segment. */
export interface RecordedPart {
  readonly seconds: number;
  readonly byteLength: number;
}

/** A segment's renditions; one that joined late, or has left, is missing. */
export interface RecordedSegment {
  readonly msn: number;
  readonly video: RecordedPart | null;
  readonly audio: RecordedPart | null;
}

export const RENDITIONS = ['video', 'audio'] as const satisfies readonly RenditionName[];

/** Durations are whole numbers of this, as in the names of files. */
const UNITS_PER_SECOND = 100_000;

/** A segment is its number, then duration and size of each rendition: 40 bytes, while an object takes 300. */
const WIDTH = 1 + 2 * RENDITIONS.length;
const ABSENT = -1;

const columnOf = (name: RenditionName): number => 1 + 2 * RENDITIONS.indexOf(name);

/** Segments that follow one another without a discontinuity. */
export class RecordedRun {
  readonly path: string;
  /** Those with an initialization section. */
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

  add(msn: number, name: RenditionName, { seconds, byteLength }: RecordedPart): void {
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
    // The newest are looked up most.
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
      video: this.#part(row, 'video'),
      audio: this.#part(row, 'audio'),
    };
  }

  /** Creates no objects. A segment that a rendition lacks is as long as the other one's. */
  secondsAt(row: number, name: RenditionName): number {
    const own = this.#cells[row * WIDTH + columnOf(name)] ?? ABSENT;
    const other = columnOf(name === 'video' ? 'audio' : 'video');
    const units = own === ABSENT ? (this.#cells[row * WIDTH + other] ?? ABSENT) : own;
    return units === ABSENT ? 0 : units / UNITS_PER_SECOND;
  }

  #part(row: number, name: RenditionName): RecordedPart | null {
    const at = row * WIDTH + columnOf(name);
    const units = this.#cells[at] ?? ABSENT;
    return units === ABSENT
      ? null
      : { seconds: units / UNITS_PER_SECOND, byteLength: this.#cells[at + 1] ?? 0 };
  }
}

/** Positions of a run's segments that playlists list, from `start` to before `end`. */
export interface ListedRun {
  readonly run: RecordedRun;
  readonly start: number;
  readonly end: number;
}

/** What of a recording playlists and files for download contain. */
export interface RecordingView {
  /** In the order in which it plays. */
  readonly listed: readonly ListedRun[];
  /** The track of a rendition, as it was first recorded. */
  track(name: RenditionName): RecordedTrack | undefined;
}

export class RecordingIndex implements RecordingView {
  readonly #runs = new Map<string, RecordedRun>();
  readonly #edges = new Map<string, RecordedRun>();
  /** Runs that were complete before. */
  readonly #complete = new Set<RecordedRun>();
  readonly #tracks = new Map<RenditionName, RecordedTrack>();
  #settled = -1;
  #byteLength = 0;
  #version = 0;

  /**
   * Rebuilds the index of a recording to which nothing is being added.
   * @param read returns a track's file
   */
  static async of(
    files: readonly StoredFile[],
    read: (path: string) => Promise<RecordedTrack>,
  ): Promise<RecordingIndex> {
    const index = new RecordingIndex();
    const msnOf = ({ path }: StoredFile) => {
      const file = parsePath(path);
      return file?.kind === 'segment' ? file.msn : -1;
    };
    const inOrder = files.map((file) => ({ file, msn: msnOf(file) })).sort((a, b) => a.msn - b.msn);
    for (const { file } of inOrder) index.add(file.path, file.byteLength);
    for (const run of index.#runs.values()) index.#complete.add(run);
    for (const name of RENDITIONS) {
      const run = index.listed.find((one) => one.run.renditions.has(name))?.run;
      if (run !== undefined) index.describe(name, await read(trackPath(run.path, name)));
    }
    return index;
  }

  /** Of all files. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Rises with each change of what playlists list. */
  get version(): number {
    return this.#version;
  }

  /** What playlists list, in the order of recording. */
  get listed(): ListedRun[] {
    return [...this.#runs.values()]
      .map((run) => ({
        run,
        start: 0,
        end: this.#complete.has(run) ? run.size : run.firstFrom(this.#settled + 1),
      }))
      .filter(({ end }) => end > 0)
      .sort((a, b) => compareRuns(a.run.path, b.run.path));
  }

  /** The wall time of the first frame, in milliseconds since 1970; null where nothing is listed. */
  get startMs(): number | null {
    return this.listed[0]?.run.startMs ?? null;
  }

  /** The edge of a cut, which the original does not list. */
  edge(path: string): RecordedRun | undefined {
    return this.#edges.get(path);
  }

  track(name: RenditionName): RecordedTrack | undefined {
    return this.#tracks.get(name);
  }

  describe(name: RenditionName, track: RecordedTrack): void {
    if (!this.#tracks.has(name)) this.#tracks.set(name, track);
  }

  /** Adds a file that has been stored. */
  add(path: string, byteLength: number): void {
    const file = parsePath(path);
    if (file === null || file.kind === 'playlist' || file.kind === 'storyboard') return;
    this.#byteLength += byteLength;
    if (file.kind === 'track') return;
    const runs = isEdge(file.run) ? this.#edges : this.#runs;
    const run = runs.get(file.run) ?? new RecordedRun(file.run);
    runs.set(file.run, run);
    if (file.kind === 'init') run.renditions.add(file.name);
    else run.add(file.msn, file.name, { seconds: file.seconds, byteLength });
  }

  /**
   * Lists the segments up to this number: no rendition will have another one of them. Players would take a rendition
   * that follows later for one that is missing.
   */
  settle(msn: number): void {
    if (msn <= this.#settled) return;
    this.#settled = msn;
    this.#version += 1;
  }
}
