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
  type SegmentFile,
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
const RESERVED_BYTES = GIB / 2;

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

export class StreamRecording implements RecordingSink {
  readonly #options: StreamRecordingOptions;
  readonly #streamerId: UserId;
  readonly #id: StreamId;
  readonly #onTakenOver: () => void;
  /** Of what is stored; null while nothing is, and after another process has taken the stream over. */
  #index: RecordingIndex | null = null;
  #isComplete = false;
  /** Another process, or an earlier run of this one, began it, and may have stored more than the index has. */
  #isContinued = false;
  readonly #closed = Promise.withResolvers<void>();
  #byteLength = 0;
  /** The size that the row has. */
  #countedBytes = 0;
  #quotaBytes = Number.POSITIVE_INFINITY;
  /** Of the first frame; null until viewers can watch it. */
  #startsAt: Date | null = null;
  #isDiskFullAnnounced = false;

  /** @param onTakenOver called when another process has taken the stream over, and finishes its recording */
  constructor(
    options: StreamRecordingOptions,
    streamerId: UserId,
    id: StreamId,
    onTakenOver: () => void = () => {},
  ) {
    this.#options = options;
    this.#streamerId = streamerId;
    this.#id = id;
    this.#onTakenOver = onTakenOver;
  }

  /** What viewers can watch of it; null while that is nothing, and once this process does not know it. */
  get view(): IndexView | null {
    return this.#index && { index: this.#index, isComplete: this.#isComplete };
  }

  /** The index of all files; null where only the files themselves can tell. */
  get wholeIndex(): RecordingIndex | null {
    return this.#isContinued ? null : this.#index;
  }

  /** Resolves when nothing more is stored. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  async open(): Promise<boolean> {
    const { criticalDb: db, store, quota } = this.#options;
    const id = this.#id;
    const settings = await db.read(readSettings);
    const policy = await db.read((reader) => findPolicy(reader, this.#streamerId));
    const isWanted = settings.recordingsEnabled && policy !== 'never';
    const isContinued = await db.read((reader) => repo.hasBegun(reader, id));
    // What has begun continues, whatever has been set since.
    if (!isWanted && !isContinued) return false;
    this.#quotaBytes = await db.read((reader) => quota.roomOf(reader, this.#streamerId, id));
    const begun = await db.transact((tx) => repo.begin(tx, id, policy === 'ask'));
    // A recording that its streamer was told has ended does not continue after a restart.
    if (begun === null || begun.stoppedBy === 'quota') return false;
    this.#startsAt = begun.startsAt;
    // The process that began it may have been killed between its first segment and the start in the row.
    this.#isContinued = isContinued;
    // Before the first segment, so that the index can tell what others stored from what this process stores.
    this.#index = isContinued ? await store.index(id) : new RecordingIndex();
    this.#byteLength = this.#index.byteLength;
    this.#countedBytes = this.#byteLength;
    return true;
  }

  async put(path: string, bytes: Uint8Array): Promise<boolean> {
    const write = () => this.#options.store.put(this.#id, path, bytes);
    if (!(await this.#store([{ path, byteLength: bytes.byteLength }], write))) return false;
    const file = parsePath(path);
    if (file?.kind === 'track') this.#index?.describe(file.name, readTrack(bytes));
    return true;
  }

  append(segments: readonly SegmentFile[]): Promise<boolean> {
    const files = segments.map(({ path, chunks }) => ({
      path,
      byteLength: chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0),
    }));
    return this.#store(files, () => this.#options.store.append(this.#id, segments));
  }

  /** @returns false where the recording must stop */
  async #store(files: readonly StoredFile[], write: () => Promise<void>): Promise<boolean> {
    const { diskSpace, log } = this.#options;
    const id = this.#id;
    const size = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (this.#byteLength + size > this.#quotaBytes) {
      await this.#announceGap('quota');
      return false;
    }
    if (diskSpace !== null && diskSpace.freeBytes < RESERVED_BYTES) await this.#waitForDisk();
    try {
      await write();
    } catch (error) {
      if (error instanceof AppError && error.code === 'disk_unwritable') await this.#waitForDisk();
      log.warn(
        { err: error, streamId: id, path: files[0]?.path },
        'A segment could not be recorded; trying again',
      );
      throw error;
    }
    for (const { path, byteLength } of files) this.#index?.add(path, byteLength);
    this.#byteLength += size;
    if (this.#byteLength - this.#countedBytes >= COUNTED_EVERY_BYTES) this.#writeSize();
    return true;
  }

  read(path: string, first: number, last: number): Uint8Array | Promise<Uint8Array | null> {
    return this.#options.store.read(this.#id, path, first, last);
  }

  settle(msn: number): void {
    this.#index?.settle(msn);
    const startMs = this.#index?.startMs ?? null;
    if (this.#startsAt === null && startMs !== null) this.#writeStart(new Date(startMs));
  }

  close(reason: Parameters<RecordingSink['close']>[0]): void {
    if (reason === 'taken_over' || reason === 'shutdown') this.#index = null;
    // The process that took it over finishes it: this one could miss its last segments.
    if (reason === 'taken_over') this.#onTakenOver();
    this.#index?.settle(Number.POSITIVE_INFINITY);
    this.#isComplete = true;
    this.#closed.resolve();
  }

  #writeSize(): void {
    const { criticalDb: db, log } = this.#options;
    const streamId = this.#id;
    this.#countedBytes = this.#byteLength;
    db.transact((tx) => repo.setBytes(tx, streamId, this.#countedBytes)).catch((err: unknown) =>
      log.warn({ err, streamId }, 'The size of a recording was not updated'),
    );
  }

  /** From now on viewers can watch it. */
  #writeStart(startsAt: Date): void {
    const { criticalDb: db, log } = this.#options;
    const [streamId, streamerId] = [this.#id, this.#streamerId];
    this.#startsAt = startsAt;
    db.transact(async (tx) => {
      await repo.setStart(tx, streamId, startsAt);
      await publish(tx, streamChanged, { streamId, streamerId });
    }).catch((err: unknown) => {
      log.warn({ err, streamId }, 'The start of a recording was not written; trying again');
      this.#startsAt = null;
    });
  }

  /** @throws always: the recorder tries again, for as long as the stream lasts */
  async #waitForDisk(): Promise<never> {
    if (!this.#isDiskFullAnnounced) await this.#announceGap('disk_full');
    this.#isDiskFullAnnounced = true;
    throw new Error(`The disk is full, so recording ${this.#id} waits for room`);
  }

  async #announceGap(stoppedBy: NonNullable<Recording['stoppedBy']>): Promise<void> {
    const { criticalDb: db, log, notifications } = this.#options;
    const streamId = this.#id;
    log.warn({ streamId, byteLength: this.#byteLength, stoppedBy }, 'A part of a stream is not recorded');
    await db.transact(async (tx) => {
      const stopped = await repo.setStopped(tx, streamId, stoppedBy);
      if (stopped === null) return;
      const { streamerId: userId, title } = stopped;
      await notifications.notify(tx, { userId, ...recordingStopped.of({ streamId, title, stoppedBy }) });
    });
  }
}
