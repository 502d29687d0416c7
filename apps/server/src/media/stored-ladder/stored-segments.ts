/** The files of renditions that are stored, and how more of them are added. */
import { ladderInitPath, ladderTrackPath } from '../recorder/ladder-files.ts';
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { writeTrack } from '../recorder/recording-files.ts';
import type { EncodedSegment } from './messages.ts';
import { type PlannedRun, segmentFile } from './plan-ladder.ts';

export interface LadderFiles {
  /** Reads a file of the recording. */
  readSource(path: string): Promise<Buffer>;
  /** Reads a file of its renditions. */
  read(path: string): Promise<Buffer>;
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** Deletes what is stored of a rendition of a run. */
  deleteRendition(run: string, name: string): Promise<void>;
}

/** The parameter sets are not those of the segments that are stored: another version of the encoder made them. */
export class EncoderChanged extends Error {
  override readonly name = 'EncoderChanged';
}

export class StoredSegments {
  readonly #files: LadderFiles;
  readonly #sizes: Map<string, number>;
  /** Initialization sections that are those of this encoder. */
  readonly #checked = new Set<string>();

  /** @param sizes of the files that are stored */
  constructor(files: LadderFiles, sizes: ReadonlyMap<string, number>) {
    this.#files = files;
    this.#sizes = new Map(sizes);
  }

  has(path: string): boolean {
    return this.#sizes.has(path);
  }

  /** 0 where nothing, or a GAP, is stored. */
  sizeOf(path: string): number {
    return this.#sizes.get(path) ?? 0;
  }

  /**
   * Stores a segment in each of these renditions, as a GAP where none of its frames was decoded.
   * @throws EncoderChanged after deleting what another encoder made of this run
   */
  async add(planned: PlannedRun, segment: EncodedSegment, names: readonly string[]): Promise<void> {
    const { run } = planned;
    for (const name of names) {
      const made = segment.renditions.find((rendition) => rendition.name === name);
      if (made) await this.#addInit(planned, made);
      const path = segmentFile(run, run.firstFrom(segment.msn), name);
      await this.#put(path, made?.bytes ?? new Uint8Array());
    }
  }

  async #addInit(
    { run, track, renditions }: PlannedRun,
    { name, init, codecString, width, height }: EncodedSegment['renditions'][number],
  ): Promise<void> {
    const path = ladderInitPath(run.path, name);
    if (this.#checked.has(path)) return;
    if (this.has(path) && !(await this.#files.read(path)).equals(init)) {
      await this.#delete(run, name);
      throw new EncoderChanged(`The parameter sets of ${path} have changed.`);
    }
    if (!this.has(path)) {
      const { frameRateDivisor = 1 } = renditions.find((one) => one.name === name) ?? {};
      const frameRate = track.frameRate && track.frameRate / frameRateDivisor;
      const described = { codecString, width, height, frameRate, configuration: new Uint8Array() };
      const file = writeTrack({ kind: 'video', codec: 'h264', ...described }, 1);
      await this.#put(ladderTrackPath(run.path, name), file);
      // Last, since it says that the description is stored.
      await this.#put(path, init);
    }
    this.#checked.add(path);
  }

  async #put(path: string, bytes: Uint8Array): Promise<void> {
    await this.#files.put(path, bytes);
    this.#sizes.set(path, bytes.byteLength);
  }

  async #delete(run: RecordedRun, name: string): Promise<void> {
    await this.#files.deleteRendition(run.path, name);
    const prefix = `${run.path}/${name}/`;
    for (const path of this.#sizes.keys()) if (path.startsWith(prefix)) this.#sizes.delete(path);
  }
}
