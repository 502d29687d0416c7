/** The index of a recording: its stored segments in order, from the names and sizes of its files. */
import type { RenditionName } from '../presentation/presentation.ts';
import { RENDITIONS, RecordedRun } from './recorded-run.ts';
import { compareRuns, isEdge, parsePath, type RecordedTrack, trackPath } from './recording-files.ts';
import type { ListedRun, RecordingView } from './recording-view.ts';

/** A stored file of a recording. */
export interface StoredFile {
  /** Relative to the recording's folder. */
  readonly path: string;
  readonly byteLength: number;
}

export class RecordingIndex implements RecordingView {
  readonly #runs = new Map<string, RecordedRun>();
  readonly #edges = new Map<string, RecordedRun>();
  /** The runs that were complete before. */
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

  /** The size of all files in bytes. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Increases with each change of the listed segments. */
  get version(): number {
    return this.#version;
  }

  /** The segments that playlists list, in the order of recording. */
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

  /** The wall time of the first frame, in milliseconds since 1970; null if no segment is listed. */
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
    if (file.kind === 'rendition') return;
    this.#byteLength += byteLength;
    if (file.kind === 'track') return;
    const runs = isEdge(file.run) ? this.#edges : this.#runs;
    const run = runs.get(file.run) ?? new RecordedRun(file.run);
    runs.set(file.run, run);
    if (file.kind === 'init') {
      run.renditions.add(file.name);
      return;
    }
    run.layout = file.layout;
    run.add(file.msn, file.name, { seconds: file.seconds, byteLength });
  }

  /**
   * Lists the segments up to this number, since no rendition will add another one of them. Players would treat a
   * rendition that is added later as missing.
   */
  settle(msn: number): void {
    if (msn <= this.#settled) return;
    this.#settled = msn;
    this.#version += 1;
  }
}
