/**
 * Trims and splits recordings without touching their segments: what is kept is a list of them, from which playlists
 * and files for download are made. Cuts between keyframes add edges to it, which a job encodes.
 */
import { randomBytes } from 'node:crypto';
import {
  clipRanges,
  joinRanges,
  type MediaRange,
  type RecordingTrim,
  snapRanges,
  toOriginal,
} from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { addUploadedStream, setStreamGate, streamChanged } from '#features/live/index.ts';
import { EdgeFailed } from '#media/edges/index.ts';
import { boundariesOf } from '#media/recorder/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import { inBatches, type Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { copy as copyCaptions } from '../captions/captions.repo.ts';
import { requestDownloadSize } from '../download/download-sizes.ts';
import type { OwnRecording } from '../editing/own-recordings.repo.ts';
import { findReady, lockReady } from '../editing/ready-recordings.ts';
import type { Quota } from '../files/quota.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { copyLadder } from '../ladders/ladders.repo.ts';
import type { StreamRecorder } from '../recorder/recorder.service.ts';
import { errors } from '../recordings.errors.ts';
import { recordingTrimmed } from '../recordings.events.ts';
import { deleteTrimFiles, trimExactly } from '../recordings.jobs.ts';
import type { Storyboards } from '../storyboards/storyboards.service.ts';
import { nextPartTitle } from './part-title.ts';
import { type Original, type Prepared, prepareTrim, trimmedBy } from './trimmed-files.ts';
import * as repo from './trimming.repo.ts';

const ENCODING_FAILED = 'The frames at a cut could not be encoded. Try again, or save without “Exact”.';

/** Players that have just read who may watch can still ask for the playlists of an earlier trimming. */
const KEPT_MS = 60_000;

/** Storing the files of a trimming that encodes nothing takes no longer. */
const ABANDONED_MS = HOUR_MS;

/** An exact trimming that takes longer is given up: by then its job has been tried for the last time. */
const STUCK_MS = 2 * DAY_MS;

export interface TrimmingOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly hooks: Pick<Hooks, 'run'>;
  readonly quota: Pick<Quota, 'check'>;
  readonly log: Log;
  readonly store: Pick<RecordingStore, 'put' | 'putPlaylist' | 'readWhole' | 'delete'>;
  readonly recorder: Pick<StreamRecorder, 'rebuild'>;
  readonly storyboards: Pick<Storyboards, 'request'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/** What a creator edits. */
interface Edited extends Original {
  readonly boundariesMs: readonly number[];
  readonly kept: readonly MediaRange[];
  readonly pending: RecordingTrim['pending'];
}

export interface Trimming {
  /** @throws recording_not_found, recording_runs */
  one(userId: UserId, id: StreamId): Promise<RecordingTrim>;
  /**
   * @param ranges of the original
   * @param isExact whether a job encodes what begins or ends within a segment, and applies the ranges then; otherwise,
   *   they move to the nearest segments
   * @throws recording_not_found, recording_runs, nothing_kept
   */
  trim(userId: UserId, id: StreamId, ranges: readonly MediaRange[], isExact?: boolean): Promise<void>;
  /**
   * Encodes the edges of an exact trimming, and applies it. Where that fails, the recording stays as it is.
   * @throws the signal's reason, and where the storage or the database fails: a later attempt may succeed
   */
  trimExactly(id: StreamId, revision: string, signal: AbortSignal): Promise<void>;
  /** Deletes the files of a trimming unless a recording plays them: another process may have applied it. */
  deleteUnused(mediaId: StreamId, revision: string, signal: AbortSignal): Promise<void>;
  /** Gives up exact trimmings whose job has failed on its last attempt, so that their creators can try again. */
  failStuck(signal: AbortSignal): Promise<void>;
  /**
   * Ends a recording at a moment, and makes what follows another one.
   * @param atMs as viewers see it; it moves to the nearest segment
   * @param isExact whether jobs then move the end of the one and the beginning of the other to the moment itself
   * @returns the other one
   * @throws recording_not_found, recording_runs, nothing_kept, recording_withdrawn, recording_changed, over_quota
   */
  split(userId: UserId, id: StreamId, atMs: number, isExact?: boolean): Promise<StreamId>;
}

export function createTrimming(options: TrimmingOptions): Trimming {
  const { db, log, store, nowMs, recorder, jobs, hooks, storyboards, quota } = options;

  async function deleteUnused(mediaId: StreamId, revision: string, signal: AbortSignal): Promise<void> {
    if (await db.read((reader) => repo.isRevisionUsed(reader, mediaId, revision))) return;
    await store.delete(mediaId, signal, revision);
  }

  async function read(userId: UserId, id: StreamId): Promise<Edited> {
    const row = await db.read((reader) => findReady(reader, userId, id));
    const { mediaId, trim, pendingTrim: pending } = row;
    const { index } = await recorder.rebuild(mediaId);
    const boundariesMs = boundariesOf(index);
    const whole = { startMs: 0, endMs: boundariesMs.at(-1) ?? 0 };
    return { mediaId, trim, index, boundariesMs, whole, kept: trim?.ranges ?? [whole], pending };
  }

  /** Stores the files of ranges. @throws nothing_kept, EdgeFailed */
  async function prepare(
    original: Edited,
    ranges: readonly MediaRange[],
    options: Omit<Parameters<typeof prepareTrim>[2], 'store'>,
  ): Promise<Prepared> {
    if (ranges.length === 0) throw errors.nothing_kept();
    return await prepareTrim(original, ranges, { store, ...options });
  }

  /** As `#prepare`. The files are deleted later unless they are applied, also where this process dies before. */
  async function prepareNow(original: Edited, ranges: readonly MediaRange[]): Promise<Prepared> {
    const revision = newRevision();
    await db.transact((tx) => deleteLater(tx, original.mediaId, revision, ABANDONED_MS));
    return await prepare(original, ranges, { revision, signal: new AbortController().signal });
  }

  /** Lets a job encode the edges of ranges, and apply them then. One that is under way is given up. */
  async function trimLater(tx: Writer, row: OwnRecording, ranges: readonly MediaRange[]): Promise<void> {
    const revision = newRevision();
    const askedAt = new Date(nowMs()).toISOString();
    await repo.setPending(tx, row.streamId, { revision, ranges, askedAt, share: 0, failure: null });
    await jobs.send(tx, trimExactly, { streamId: row.streamId, revision }, { turnOf: row.streamerId });
    await giveUpPending(tx, row);
  }

  /** The job that encodes it deletes what it has stored, unless its process dies. */
  async function giveUpPending(tx: Writer, { mediaId, pendingTrim }: OwnRecording): Promise<void> {
    if (pendingTrim !== null) await deleteLater(tx, mediaId, pendingTrim.revision, ABANDONED_MS);
  }

  async function deleteLater(
    tx: Writer,
    mediaId: StreamId,
    revision: string,
    delayMs: number,
  ): Promise<void> {
    const startAfter = new Date(nowMs() + delayMs);
    await jobs.send(tx, deleteTrimFiles, { mediaId, revision }, { startAfter });
  }

  async function apply(tx: Writer, row: OwnRecording, original: Edited, prepared: Prepared): Promise<void> {
    const { streamId, streamerId, mediaId, trim, pendingTrim } = row;
    await repo.setTrim(tx, streamId, trimmedBy(row, prepared));
    await storyboards.request(tx, streamId);
    await requestDownloadSize(tx, jobs, streamId);
    const before = trim?.ranges ?? [original.whole];
    await hooks.run(tx, recordingTrimmed, { streamId, before, after: prepared.ranges });
    if (trim !== null) await deleteLater(tx, mediaId, trim.revision, KEPT_MS);
    if (pendingTrim?.revision !== prepared.trim?.revision) await giveUpPending(tx, row);
    await publish(tx, streamChanged, { streamId, streamerId });
  }

  return {
    async one(userId, id) {
      const { boundariesMs, kept, pending } = await read(userId, id);
      return {
        boundariesMs: [...boundariesMs],
        kept: [...kept],
        pending: pending && { share: pending.share, failure: pending.failure },
      };
    },
    async trim(userId, id, ranges, isExact = false) {
      const original = await read(userId, id);
      const { boundariesMs, whole } = original;
      const kept = isExact ? joinRanges(ranges, whole) : snapRanges(ranges, boundariesMs);
      if (kept.length === 0) throw errors.nothing_kept();
      if (kept.every((range) => boundariesMs.includes(range.startMs) && boundariesMs.includes(range.endMs))) {
        const prepared = await prepareNow(original, kept);
        await db.transact(async (tx) => {
          await apply(tx, await lockReady(tx, userId, id), original, prepared);
        });
        return;
      }
      await db.transact(async (tx) => {
        await trimLater(tx, await lockReady(tx, userId, id), kept);
      });
    },
    async trimExactly(id, revision, signal) {
      const found = await db.read((reader) => repo.findPending(reader, id, revision));
      if (found === null) return;
      const { streamerId, mediaId, pending } = found;
      const update = (part: Parameters<typeof repo.updatePending>[3]) =>
        db.transact((tx) => repo.updatePending(tx, id, revision, part));
      const onShare = (share: number) => void update({ share }).catch(() => undefined);
      try {
        const original = await read(streamerId, id);
        const prepared = await prepare(original, pending.ranges, { revision, signal, onShare });
        await db.transact(async (tx) => {
          const row = await lockReady(tx, streamerId, id);
          if (row.pendingTrim?.revision === revision) await apply(tx, row, original, prepared);
        });
      } catch (err) {
        signal.throwIfAborted();
        if (err instanceof AppError && err.kind === 'unavailable') throw err;
        log.warn({ err, streamId: id }, 'A recording was not trimmed exactly');
        await update({
          failure: err instanceof EdgeFailed ? `${err.message} ${ENCODING_FAILED}` : ENCODING_FAILED,
        });
      }
      // Another trimming was asked for, or this one failed.
      await deleteUnused(mediaId, revision, signal);
    },
    deleteUnused,
    async failStuck(signal) {
      await inBatches(signal, async (size) => {
        const askedBefore = new Date(nowMs() - STUCK_MS);
        const stuck = await db.read((reader) => repo.findStuck(reader, askedBefore, size));
        for (const { id, mediaId, revision } of stuck) {
          await db.transact((tx) => repo.updatePending(tx, id, revision, { failure: ENCODING_FAILED }));
          await deleteUnused(mediaId, revision, signal);
        }
        return stuck.length;
      });
    },
    async split(userId, id, atMs, isExact = false) {
      const original = await read(userId, id);
      const { kept, whole, boundariesMs } = original;
      const wantedMs = toOriginal(kept, atMs);
      const [before] = snapRanges([{ startMs: 0, endMs: wantedMs }], boundariesMs);
      const cutMs = before?.endMs ?? 0;
      const first = await prepareNow(original, clipRanges(kept, { startMs: 0, endMs: cutMs }));
      const second = await prepareNow(original, clipRanges(kept, { startMs: cutMs, endMs: whole.endMs }));
      const partId = uuidv7() as StreamId;
      await db.transact(async (tx) => {
        const row = await lockReady(tx, userId, id);
        if (row.trim?.revision !== original.trim?.revision) throw errors.recording_changed();
        const stream = await repo.findStream(tx, id);
        // A part would show again what an admin hides.
        if (stream.isWithdrawn) throw errors.recording_withdrawn();
        const startsAt = new Date(row.startedAt.getTime() + cutMs);
        const part = { id: partId, streamerId: userId, title: nextPartTitle(row.title), at: startsAt };
        await addUploadedStream(tx, stream, part);
        await repo.addPart(tx, partId, { ...trimmedBy(row, second), from: id, startsAt });
        if ((await copyCaptions(tx, id, partId)) > 0) await quota.check(tx, userId);
        await storyboards.request(tx, partId);
        await requestDownloadSize(tx, jobs, partId);
        await copyLadder(tx, id, partId);
        if (stream.gateKind !== null && stream.gateId !== null) {
          await setStreamGate(tx, partId, { kind: stream.gateKind, id: stream.gateId });
        }
        await apply(tx, row, original, first);
        if (!isExact || wantedMs === cutMs) return;
        for (const [one, from, to] of [
          [id, 0, wantedMs],
          [partId, wantedMs, whole.endMs],
        ] as const) {
          await trimLater(
            tx,
            await lockReady(tx, userId, one),
            clipRanges(kept, { startMs: from, endMs: to }),
          );
        }
      });
      return partId;
    },
  };
}

const newRevision = (): string => randomBytes(6).toString('hex');
