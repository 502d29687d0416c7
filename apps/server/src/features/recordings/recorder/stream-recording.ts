/** The recording of a live stream while this process makes it: its files, the index of them, and its row. */
import type { Recording } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { streamChanged } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import {
  parsePath,
  RecordingIndex,
  type RecordingSink,
  readTrack,
  type StoredFile,
} from '#media/recorder/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import { GIB, type Quota } from '../files/quota.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { recordingStopped } from '../recordings.notifications.ts';
import * as repo from './recorder.repo.ts';
import { findPolicy } from './recording-policy.repo.ts';

/** Recordings leave this much of the disk to everything else. */
export const RESERVED_BYTES = GIB / 2;

/** How many bytes are recorded between two updates of a recording's size. */
const COUNTED_EVERY_BYTES = 64 * 1024 ** 2;

/** A recording's index, and whether nothing will be added to it. */
export interface IndexView {
  readonly index: RecordingIndex;
  readonly isComplete: boolean;
}

export interface StreamRecordingOptions {
  /** Writes of running streams. */
  readonly criticalDb: Database;
  readonly log: Log;
  readonly store: Pick<RecordingStore, 'append' | 'put' | 'read' | 'index'>;
  readonly quota: Pick<Quota, 'roomOf'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  /** Null: the files are not on this machine. */
  readonly diskSpace: Pick<DiskSpace, 'freeBytes'> | null;
}

export interface StreamRecording extends RecordingSink {
  /** What viewers can watch of it; null while that is nothing, and once this process does not know it. */
  readonly view: IndexView | null;
  /** The index of all files; null where only the files themselves can tell. */
  readonly wholeIndex: RecordingIndex | null;
  /** Resolves when nothing more is stored. */
  readonly closed: Promise<void>;
}

/** @param onTakenOver called when another process has taken the stream over, and finishes its recording */
export function createStreamRecording(
  options: StreamRecordingOptions,
  streamerId: UserId,
  id: StreamId,
  onTakenOver: () => void = () => {},
): StreamRecording {
  const { diskSpace, log } = options;
  /** Of what is stored; null while nothing is, and after another process has taken the stream over. */
  let index: RecordingIndex | null = null;
  let isComplete = false;
  /** Another process, or an earlier run of this one, began it, and may have stored more than the index has. */
  let wasBegun = false;
  const finished = Promise.withResolvers<void>();
  let storedBytes = 0;
  /** The size that the row has. */
  let countedBytes = 0;
  let quotaBytes = Number.POSITIVE_INFINITY;
  /** Of the first frame; null until viewers can watch it. */
  let shownFrom: Date | null = null;
  let isDiskFullAnnounced = false;

  /** @returns false where the recording must stop */
  async function store(files: readonly StoredFile[], write: () => Promise<void>): Promise<boolean> {
    const size = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (storedBytes + size > quotaBytes) {
      await announceGap('quota');
      return false;
    }
    if (diskSpace !== null && diskSpace.freeBytes < RESERVED_BYTES) await waitForDisk();
    try {
      await write();
    } catch (error) {
      if (error instanceof AppError && error.code === 'disk_unwritable') await waitForDisk();
      log.warn(
        { err: error, streamId: id, path: files[0]?.path },
        'A segment could not be recorded; trying again',
      );
      throw error;
    }
    for (const { path, byteLength } of files) index?.add(path, byteLength);
    storedBytes += size;
    if (storedBytes - countedBytes >= COUNTED_EVERY_BYTES) writeSize();
    return true;
  }

  function writeSize(): void {
    const { criticalDb: db, log } = options;
    const streamId = id;
    countedBytes = storedBytes;
    db.transact((tx) => repo.setBytes(tx, streamId, countedBytes)).catch((err: unknown) =>
      log.warn({ err, streamId }, 'The size of a recording was not updated'),
    );
  }

  /** From now on viewers can watch it. */
  function writeStart(startsAt: Date): void {
    const { criticalDb: db, log } = options;
    const streamId = id;
    shownFrom = startsAt;
    db.transact(async (tx) => {
      await repo.setStart(tx, streamId, startsAt);
      await publish(tx, streamChanged, { streamId, streamerId });
    }).catch((err: unknown) => {
      log.warn({ err, streamId }, 'The start of a recording was not written; trying again');
      shownFrom = null;
    });
  }

  /** @throws always: the recorder tries again, for as long as the stream lasts */
  async function waitForDisk(): Promise<never> {
    if (!isDiskFullAnnounced) await announceGap('disk_full');
    isDiskFullAnnounced = true;
    throw new Error(`The disk is full, so recording ${id} waits for room`);
  }

  async function announceGap(stoppedBy: NonNullable<Recording['stoppedBy']>): Promise<void> {
    const { criticalDb: db, log, notifications } = options;
    const streamId = id;
    log.warn({ streamId, byteLength: storedBytes, stoppedBy }, 'A part of a stream is not recorded');
    await db.transact(async (tx) => {
      const stopped = await repo.setStopped(tx, streamId, stoppedBy);
      if (stopped === null) return;
      const { streamerId: userId, title } = stopped;
      await notifications.notify(tx, { userId, ...recordingStopped.of({ streamId, title, stoppedBy }) });
    });
  }

  return {
    get view() {
      return index && { index, isComplete };
    },
    get wholeIndex() {
      return wasBegun ? null : index;
    },
    get closed() {
      return finished.promise;
    },
    async open() {
      const { criticalDb: db, store, quota } = options;
      const settings = await db.read(readSettings);
      const policy = await db.read((reader) => findPolicy(reader, streamerId));
      const isWanted = settings.recordingsEnabled && policy !== 'never';
      const isContinued = await db.read((reader) => repo.hasBegun(reader, id));
      // What has begun continues, whatever has been set since.
      if (!isWanted && !isContinued) return false;
      quotaBytes = await db.read((reader) => quota.roomOf(reader, streamerId, id));
      const begun = await db.transact((tx) => repo.begin(tx, id, policy === 'ask'));
      // A recording that its streamer was told has ended does not continue after a restart.
      if (begun === null || begun.stoppedBy === 'quota') return false;
      shownFrom = begun.startsAt;
      // The process that began it may have been killed between its first segment and the start in the row.
      wasBegun = isContinued;
      // Before the first segment, so that the index can tell what others stored from what this process stores.
      index = isContinued ? await store.index(id) : new RecordingIndex();
      storedBytes = index.byteLength;
      countedBytes = storedBytes;
      return true;
    },
    async put(path, bytes) {
      const write = () => options.store.put(id, path, bytes);
      if (!(await store([{ path, byteLength: bytes.byteLength }], write))) return false;
      const file = parsePath(path);
      if (file?.kind === 'track') index?.describe(file.name, readTrack(bytes));
      return true;
    },
    append(segments) {
      const files = segments.map(({ path, chunks }) => ({
        path,
        byteLength: chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0),
      }));
      return store(files, () => options.store.append(id, segments));
    },
    read: (path, first, last) => options.store.read(id, path, first, last),
    settle(msn) {
      index?.settle(msn);
      const startMs = index?.startMs ?? null;
      if (shownFrom === null && startMs !== null) writeStart(new Date(startMs));
    },
    close(reason) {
      if (reason === 'taken_over' || reason === 'shutdown') index = null;
      // The process that took it over finishes it: this one could miss its last segments.
      if (reason === 'taken_over') onTakenOver();
      index?.settle(Number.POSITIVE_INFINITY);
      isComplete = true;
      finished.resolve();
    },
  };
}
