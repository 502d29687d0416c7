import { setTimeout as delay } from 'node:timers/promises';
import type { LivePresentation } from '../presentation/live-presentation.ts';
import type { RenditionName } from '../presentation/presentation.ts';
import type { InitSection, PublishedRendition } from '../presentation/published-rendition.ts';
import { type Segment, segmentBytes } from '../presentation/segment.ts';
import type { DisconnectReason, StreamReader } from '../reader.ts';
import { initPath, runName, segmentPath, trackPath, writeTrack } from './recording-files.ts';

/** Where a recorder stores its files. */
export interface RecordingSink {
  /**
   * Called before the first file.
   * @returns false where the stream is not to be recorded
   * @throws where a later attempt may succeed
   */
  open(): Promise<boolean>;
  /**
   * Stores a file durably.
   * @param chunks what it consists of
   * @returns false where the recording must stop
   * @throws where a later attempt may succeed
   */
  put(path: string, chunks: readonly Uint8Array[]): Promise<boolean>;
  /** Reads a range of a stored file, both ends inclusive. @returns null where it was deleted */
  read(path: string, first: number, last: number): Promise<Uint8Array | null>;
  /** No rendition will have another segment up to this number. Called again with greater ones. */
  settle(msn: number): void;
  /**
   * Nothing more is stored. Called once, whatever happened.
   * @param reason why the stream ended; null where it continues without being recorded
   */
  close(reason: DisconnectReason | null): void;
}

export interface RecorderOptions {
  readonly presentation: LivePresentation;
  readonly sink: RecordingSink;
  /** Between two attempts to store a file. Default 1 s. */
  readonly retryMs?: number;
}

/** Attempts for the files that are left when the stream has ended. */
const LAST_ATTEMPTS = 30;

/** A finished segment that is not stored yet. */
interface Due {
  readonly rendition: PublishedRendition;
  readonly segment: Segment;
  readonly init: InitSection;
}

/** Segments that follow one another without a discontinuity. */
interface Run {
  readonly firstMsn: number;
  readonly path: string;
  /** Renditions whose initialization section is stored. */
  readonly begun: Set<RenditionName>;
}

/**
 * Stores the segments of a live stream as viewers get them, after which the older ones leave memory. It takes them from the live window, one after
 * another: a store that is slow or fails costs no memory beyond the window and never holds up the stream. A
 * segment that leaves the window before it is stored is missing, and a discontinuity takes its place.
 *
 * Attach it after the packager, so that it sees what the packager made of a unit.
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
  /** Resolves when nothing more is stored. */
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
      if (!(await this.#untilItWorks(() => this.#sink.open()))) return;
      for (;;) {
        const due = this.#nextDue();
        if (due === undefined && this.#ended !== null) return;
        if (due === undefined) {
          await this.#more();
          continue;
        }
        // Looked up again after a failure: meanwhile it may have left the window.
        if (!(await this.#untilItWorks(() => this.#store(this.#nextDue() ?? due)))) return;
        this.#sink.settle(this.#settled());
      }
    } finally {
      this.#sink.close(this.#ended);
    }
  }

  /** The finished segment with the lowest number, so that both renditions are stored side by side. */
  #nextDue(): Due | undefined {
    let lowest: Due | undefined;
    for (const rendition of this.#presentation.renditions) {
      const due = this.#dueOf(rendition);
      if (due !== undefined && due.segment.msn < (lowest?.segment.msn ?? Number.POSITIVE_INFINITY))
        lowest = due;
    }
    return lowest;
  }

  #dueOf(rendition: PublishedRendition): Due | undefined {
    const found = rendition.finishedFrom(this.#next.get(rendition.name) ?? 0);
    return found && { rendition, ...found };
  }

  /** The last segment that every rendition has stored which the encoder sends now. */
  #settled(): number {
    const current = this.#presentation.offered.filter(({ hasSegments }) => hasSegments);
    const stored = current.map(({ name }) => this.#next.get(name) ?? 0);
    return stored.length === 0 ? -1 : Math.min(...stored) - 1;
  }

  /** Waits for another segment, or for the end. */
  #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  /** @returns whether to go on */
  async #untilItWorks(work: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      try {
        return await work();
      } catch {
        if (this.#ended !== null && this.#lastAttempts-- <= 0) return false;
        await delay(this.#retryMs, undefined, { ref: false });
      }
    }
  }

  async #store({ rendition, segment, init }: Due): Promise<boolean> {
    const { name, targetDurationSeconds } = rendition;
    const { msn } = segment;
    const run = this.#runOf(name, segment);
    const put = (path: string, ...chunks: Uint8Array[]) => this.#sink.put(path, chunks);
    if (!run.begun.has(name)) {
      if (!(await put(trackPath(run.path, name), writeTrack(init.track, targetDurationSeconds))))
        return false;
      if (!(await put(initPath(run.path, name), init.bytes))) return false;
      run.begun.add(name);
    }
    const media = segmentBytes(segment);
    const path = segmentPath(run.path, name, msn, segment.seconds);
    if (!(await this.#sink.put(path, 'chunks' in media ? media.chunks : []))) return false;
    this.#next.set(name, msn + 1);
    const { byteLength } = segment;
    rendition.stored(msn, { byteLength, read: (first, last) => this.#sink.read(path, first, last) });
    return true;
  }

  /** The run of a segment: a new one at a discontinuity, and where segments before it were lost. */
  #runOf(name: RenditionName, { msn, discontinuity, programTimeMs }: Segment): Run {
    const next = this.#next.get(name);
    const begins = discontinuity || (next !== undefined && msn > next);
    const known = this.#runs.findLast(({ firstMsn }) => firstMsn <= msn);
    if (known !== undefined && (!begins || known.firstMsn === msn)) return known;
    const path = runName(programTimeMs, msn, this.#presentation.epoch);
    const run = { firstMsn: msn, path, begun: new Set<RenditionName>() };
    // The other rendition is at most a few segments behind.
    this.#runs = [...this.#runs.slice(-8), run].sort((a, b) => a.firstMsn - b.firstMsn);
    return run;
  }
}
