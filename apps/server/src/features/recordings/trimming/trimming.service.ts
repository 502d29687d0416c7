/**
 * Trims and splits recordings without touching their segments: what is kept is a list of them, from which playlists
 * and files for download are made.
 */
import { randomBytes } from 'node:crypto';
import {
  clipRanges,
  keptMs,
  type MediaRange,
  type RecordingTrim,
  restoreChapters,
  type StreamId,
  snapRanges,
  toOriginal,
  trimChapters,
  type UserId,
} from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { movePositions } from '#features/library/index.ts';
import { addUploadedStream, setStreamGate, streamChanged } from '#features/live/index.ts';
import {
  boundariesOf,
  durationMsOf,
  type RecordingIndex,
  renderAll,
  segmentsIn,
  trimmedView,
} from '#media/recorder/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { copy as copyCaptions } from '../captions/captions.repo.ts';
import * as own from '../editing/own-recordings.repo.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import type { StreamRecorder } from '../recorder/recorder.service.ts';
import { errors } from '../recordings.errors.ts';
import { deleteTrimFiles } from '../recordings.jobs.ts';
import type { Storyboards } from '../storyboards/storyboards.service.ts';
import { nextPartTitle } from './part-title.ts';
import type { Trim } from './trim.ts';
import * as repo from './trimming.repo.ts';

/** Players that have just read who may watch can still ask for the playlists of an earlier trimming. */
const KEPT_MS = 60_000;

export interface TrimmingOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly store: Pick<RecordingStore, 'putPlaylist'>;
  readonly recorder: Pick<StreamRecorder, 'rebuild'>;
  readonly storyboards: Pick<Storyboards, 'request'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/** The original that a recording plays, and what is kept of it. */
interface Original extends Pick<own.OwnRecording, 'mediaId' | 'trim'> {
  readonly index: RecordingIndex;
  readonly boundariesMs: readonly number[];
  readonly whole: MediaRange;
  readonly kept: readonly MediaRange[];
}

/** Ranges whose playlists are stored. */
interface Prepared {
  readonly trim: Pick<Trim, 'revision' | 'segments'> | null;
  readonly ranges: readonly MediaRange[];
  readonly durationMs: number;
}

export class Trimming {
  readonly #options: TrimmingOptions;

  constructor(options: TrimmingOptions) {
    this.#options = options;
  }

  /** @throws recording_not_found, recording_runs */
  async one(userId: UserId, id: StreamId): Promise<RecordingTrim> {
    const { boundariesMs, kept } = await this.#read(userId, id);
    return { boundariesMs: [...boundariesMs], kept: [...kept] };
  }

  /**
   * @param ranges of the original, which move to the nearest segments
   * @throws recording_not_found, recording_runs, nothing_kept
   */
  async trim(userId: UserId, id: StreamId, ranges: readonly MediaRange[]): Promise<void> {
    const original = await this.#read(userId, id);
    const prepared = await this.#prepare(original, snapRanges(ranges, original.boundariesMs));
    await this.#options.db.transact(async (tx) => {
      await this.#apply(tx, await lockReady(tx, userId, id), original, prepared);
    });
  }

  /**
   * Ends a recording at a moment, and makes what follows another one.
   * @param atMs as viewers see it; it moves to the nearest segment
   * @returns the other one
   * @throws recording_not_found, recording_runs, nothing_kept, recording_withdrawn, recording_changed
   */
  async split(userId: UserId, id: StreamId, atMs: number): Promise<StreamId> {
    const original = await this.#read(userId, id);
    const { kept, whole, boundariesMs } = original;
    const [before] = snapRanges([{ startMs: 0, endMs: toOriginal(kept, atMs) }], boundariesMs);
    const cutMs = before?.endMs ?? 0;
    const first = await this.#prepare(original, clipRanges(kept, { startMs: 0, endMs: cutMs }));
    const second = await this.#prepare(original, clipRanges(kept, { startMs: cutMs, endMs: whole.endMs }));
    const partId = uuidv7() as StreamId;
    await this.#options.db.transact(async (tx) => {
      const row = await lockReady(tx, userId, id);
      if (row.trim?.revision !== original.trim?.revision) throw errors.recording_changed();
      const stream = await repo.findStream(tx, id);
      // A part would show again what an admin hides.
      if (stream.isWithdrawn) throw errors.recording_withdrawn();
      const startsAt = new Date(row.startedAt.getTime() + cutMs);
      const part = { id: partId, streamerId: userId, title: nextPartTitle(row.title), at: startsAt };
      await addUploadedStream(tx, stream, part);
      await repo.addPart(tx, partId, { ...trimmedBy(row, second), from: id, startsAt });
      await copyCaptions(tx, id, partId);
      await this.#options.storyboards.request(tx, partId);
      if (stream.gateKind !== null && stream.gateId !== null) {
        await setStreamGate(tx, partId, { kind: stream.gateKind, id: stream.gateId });
      }
      await this.#apply(tx, row, original, first);
    });
    return partId;
  }

  async #read(userId: UserId, id: StreamId): Promise<Original> {
    const { db, recorder } = this.#options;
    const row = await db.read((reader) => own.findOne(reader, userId, id));
    const { mediaId, trim } = readyOf(row);
    const { index } = await recorder.rebuild(mediaId);
    const boundariesMs = boundariesOf(index);
    const whole = { startMs: 0, endMs: boundariesMs.at(-1) ?? 0 };
    return { mediaId, trim, index, boundariesMs, whole, kept: trim?.ranges ?? [whole] };
  }

  /** Stores the playlists of ranges. @throws nothing_kept */
  async #prepare({ mediaId, index, whole }: Original, ranges: readonly MediaRange[]): Promise<Prepared> {
    if (ranges.length === 0) throw errors.nothing_kept();
    if (keptMs(ranges) === whole.endMs) return { trim: null, ranges, durationMs: durationMsOf(index) };
    const revision = randomBytes(6).toString('hex');
    const segments = segmentsIn(index, ranges);
    const view = trimmedView(index, segments);
    for (const [path, text] of renderAll(view)) {
      await this.#options.store.putPlaylist({ mediaId, trim: { revision } }, path, text);
    }
    return { trim: { revision, segments }, ranges, durationMs: durationMsOf(view) };
  }

  async #apply(tx: Writer, row: own.OwnRecording, original: Original, prepared: Prepared): Promise<void> {
    const { jobs, storyboards, nowMs } = this.#options;
    const { streamId, streamerId, mediaId, trim } = row;
    await repo.setTrim(tx, streamId, trimmedBy(row, prepared));
    await storyboards.request(tx, streamId);
    await movePositions(tx, streamId, trim?.ranges ?? [original.whole], prepared.ranges);
    if (trim !== null) {
      const startAfter = new Date(nowMs() + KEPT_MS);
      await jobs.send(tx, deleteTrimFiles, { mediaId, revision: trim.revision }, { startAfter });
    }
    await publish(tx, streamChanged, { streamId, streamerId });
  }
}

/** What a recording becomes: its chapters move with what they are about. */
function trimmedBy({ trim, chapters }: own.OwnRecording, prepared: Prepared): repo.Trimmed {
  const before = trim === null ? chapters : restoreChapters(trim.ranges, trim.chapters, chapters);
  const { ranges, durationMs } = prepared;
  return {
    trim: prepared.trim && { ...prepared.trim, ranges, chapters: before },
    durationMs,
    chapters: trimChapters(ranges, before)
      .flatMap(({ trimmed }) => trimmed ?? [])
      .filter(({ startMs }) => startMs < durationMs),
  };
}

async function lockReady(tx: Writer, userId: UserId, id: StreamId): Promise<own.OwnRecording> {
  return readyOf(await own.lockOne(tx, userId, id));
}

/** @throws recording_not_found, recording_runs */
function readyOf(row: own.OwnRecording | undefined): own.OwnRecording {
  if (row === undefined || row.state === 'deleted') throw errors.recording_not_found();
  if (row.state === 'recording') throw errors.recording_runs();
  return row;
}
