import { setTimeout as delay } from 'node:timers/promises';
import type { LivePresentation } from '../presentation/live-presentation.ts';
import type { RenditionName } from '../presentation/presentation.ts';
import type { InitSection, PublishedRendition } from '../presentation/published-rendition.ts';
import { type Segment, segmentBytes } from '../presentation/segment.ts';
import type { DisconnectReason, StreamReader } from '../reader.ts';
import { initPath, type RunFolder, runName, segmentPath, trackPath, writeTrack } from './recording-files.ts';

/** A segment to store. */
export interface SegmentFile {
  readonly path: string;
  /** The bytes of the segment; empty for a GAP. */
  readonly chunks: readonly Uint8Array[];
}

/** Stores the files of a recorder. */
export interface RecordingSink {
  /**
   * Called before the first file.
   * @returns false if the stream is not to be recorded
   * @throws an error if a later attempt may succeed
   */
  open(): Promise<boolean>;
  /**
   * Stores a file durably.
   * @returns false if the recording must stop
   * @throws an error if a later attempt may succeed
   */
  put(path: string, bytes: Uint8Array): Promise<boolean>;
  /** Stores segments of one block like `put`. */
  append(segments: readonly SegmentFile[]): Promise<boolean>;
  /**
   * Reads a range of a stored file, both ends inclusive.
   * @returns null if it was deleted; the bytes at once if they are in memory
   */
  read(path: string, first: number, last: number): Uint8Array | Promise<Uint8Array | null>;
  /** Reports that no rendition will add a segment up to this number. Called again with greater ones. */
  settle(msn: number): void;
  /**
   * Ends the recording. Called once, whatever happened.
   * @param reason why the stream ended; null if it continues without being recorded
   */
  close(reason: DisconnectReason | null): void;
}

export interface RecorderOptions {
  readonly presentation: LivePresentation;
  readonly sink: RecordingSink;
  /** The time between two attempts to store a file. Default 1 s. */
  readonly retryMs?: number;
}

/** The number of attempts for the files that are left when the stream has ended. */
const LAST_ATTEMPTS = 30;

/** A finished segment of a rendition that is not stored yet. */
interface FinishedSegment {
  readonly rendition: PublishedRendition<RenditionName>;
  readonly segment: Segment;
  readonly init: InitSection;
}

/** Finished segments of one number. */
interface Due {
  readonly msn: number;
  readonly segments: readonly FinishedSegment[];
}

/** Segments that follow one another without a discontinuity. */
interface Run extends RunFolder {
  readonly firstMsn: number;
  /** Renditions whose initialization section is stored. */
  readonly begun: Set<RenditionName>;
}

/**
 * Stores the segments of a live stream as viewers get them, after which the older ones leave memory. It takes them from
 * the live window, one number after another: a store that is slow or fails costs no memory beyond the window and never
 * holds up the stream. A segment that leaves the window before it is stored is missing, and a discontinuity takes its
 * place.
 *
 * Attach the recorder after the packager, so that it sees the packager's output for a unit.
 */
export class Recorder implements StreamReader {
  readonly #presentation: LivePresentation;
  readonly #sink: RecordingSink;
  readonly #retryMs: number;
  /** The next segment to store, by rendition. */
  readonly #next = new Map<RenditionName, number>();
  #runs: Run[] = [];
  #seen = 0;
  #ended: DisconnectReason | null = null;
  #lastAttempts = LAST_ATTEMPTS;
  #wake: () => void = () => {};
  /** Resolves when the recording has ended. */
  readonly finished: Promise<void>;

  constructor({ presentation, sink, retryMs = 1_000 }: RecorderOptions) {
    this.#presentation = presentation;
    this.#sink = sink;
    this.#retryMs = retryMs;
    this.finished = this.#record();
  }

  onTracks(): void {}

  onDiscontinuity(): void {}

  onUnit(): void {
    const { finishedSegments } = this.#presentation;
    if (finishedSegments === this.#seen) return;
    this.#seen = finishedSegments;
    this.#wake();
  }

  onEnd(reason: DisconnectReason): void {
    this.#ended = reason;
    // A stop of the process waits for one attempt.
    if (reason === 'shutdown') this.#lastAttempts = 0;
    this.#wake();
  }

  async #record(): Promise<void> {
    try {
      if (!(await this.#retryWrite(() => this.#sink.open()))) return;
      for (;;) {
        const due = this.#nextDue();
        if (due === null && this.#ended !== null) return;
        if (due === null || this.#isPartial(due)) {
          await this.#waitForSegment();
          continue;
        }
        // The segments are looked up again after a failure, since they may have left the window in the meantime.
        if (!(await this.#retryWrite(() => this.#store(this.#nextDue() ?? due)))) return;
        this.#sink.settle(this.#settled());
      }
    } finally {
      this.#sink.close(this.#ended);
    }
  }

  /** The finished segments with the lowest number that is not stored; null if all are stored. */
  #nextDue(): Due | null {
    let due: Due | null = null;
    for (const rendition of this.#presentation.source) {
      const found = rendition.finishedFrom(this.#next.get(rendition.name) ?? 0);
      if (found === undefined || (due !== null && found.segment.msn > due.msn)) continue;
      const { msn } = found.segment;
      const others: readonly FinishedSegment[] = due?.msn === msn ? due.segments : [];
      due = { msn, segments: [...others, { rendition, ...found }] };
    }
    return due;
  }

  /**
   * Whether another rendition will finish the same segment soon, so that one write can store both. Audio follows within
   * a few frames, and a rendition that takes longer than another segment is not waited for.
   */
  #isPartial({ msn, segments }: Due): boolean {
    if (this.#ended !== null || segments.some(({ rendition }) => rendition.edge.msn > msn + 1)) return false;
    return this.#presentation.source.some(({ hasSegments, edge }) => hasSegments && edge.msn <= msn);
  }

  /** The last segment that is stored in every rendition that the encoder sends now. */
  #settled(): number {
    const current = this.#presentation.offered.filter(({ hasSegments }) => hasSegments);
    const stored = current.map(({ name }) => this.#next.get(name) ?? 0);
    return stored.length === 0 ? -1 : Math.min(...stored) - 1;
  }

  /** Waits for another segment, or for the end. */
  #waitForSegment(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  /**
   * Repeats `work` until it does not throw.
   * @returns whether to continue
   */
  async #retryWrite(work: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      try {
        return await work();
      } catch {
        if (this.#ended !== null && this.#lastAttempts-- <= 0) return false;
        await delay(this.#retryMs, undefined, { ref: false });
      }
    }
  }

  async #store({ msn, segments }: Due): Promise<boolean> {
    const run = this.#runOf(msn, segments);
    const files: SegmentFile[] = [];
    for (const { rendition, segment, init } of segments) {
      const { name } = rendition;
      if (!run.begun.has(name) && !(await this.#begin(run, rendition, init))) return false;
      const media = segmentBytes(segment);
      const chunks = 'chunks' in media ? media.chunks : [];
      files.push({ path: segmentPath(run, name, msn, segment.seconds), chunks });
    }
    if (!(await this.#sink.append(files))) return false;
    for (const [i, { rendition, segment }] of segments.entries()) {
      this.#next.set(rendition.name, msn + 1);
      const { path = '' } = files[i] ?? {};
      const read = (first: number, last: number) => this.#sink.read(path, first, last);
      rendition.stored(msn, { byteLength: segment.byteLength, read });
    }
    return true;
  }

  /**
   * Stores the files that the segments of a rendition need.
   * @returns false if the recording must stop
   */
  async #begin(
    run: Run,
    { name, targetDurationSeconds }: PublishedRendition<RenditionName>,
    init: InitSection,
  ) {
    const track = writeTrack(init.track, targetDurationSeconds);
    if (!(await this.#sink.put(trackPath(run.path, name), track))) return false;
    if (!(await this.#sink.put(initPath(run.path, name), init.bytes))) return false;
    run.begun.add(name);
    return true;
  }

  /** Finds the run of segments, or begins a new one at a discontinuity, and where segments before them were lost. */
  #runOf(msn: number, segments: readonly FinishedSegment[]): Run {
    const begins = segments.some(({ rendition: { name }, segment }) => {
      const next = this.#next.get(name);
      return segment.discontinuity || (next !== undefined && msn > next);
    });
    const known = this.#runs.findLast(({ firstMsn }) => firstMsn <= msn);
    if (known !== undefined && (!begins || known.firstMsn === msn)) return known;
    const startMs = Math.min(...segments.map(({ segment }) => segment.programTimeMs));
    const path = runName(startMs, msn, this.#presentation.epoch);
    const run: Run = { firstMsn: msn, path, layout: 'shared', begun: new Set<RenditionName>() };
    // A rendition that is not waited for may be a few segments behind.
    this.#runs = [...this.#runs.slice(-8), run].sort((a, b) => a.firstMsn - b.firstMsn);
    return run;
  }
}
