/** Records live streams, and finishes their recordings when they end. */
import type { Recording, StreamId, UserId } from '@tributary/contracts';
import { type Live, streamChanged } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { RecordingSink } from '#media/recorder/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { RecordingStore } from './recording-store.ts';
import * as repo from './recordings.repo.ts';

export const GIB = 1024 ** 3;

/** Recordings leave this much of the disk to everything else. */
const RESERVED_BYTES = GIB / 2;

/** How many bytes are recorded between two updates of a recording's size. */
const COUNTED_EVERY_BYTES = 64 * 1024 ** 2;

export interface RecorderOptions {
  /** Writes of running streams. */
  readonly criticalDb: Database;
  readonly log: Log;
  readonly live: Pick<Live, 'media'>;
  readonly store: RecordingStore;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  /** Null: the files are not on this machine. */
  readonly diskSpace: Pick<DiskSpace, 'freeBytes'> | null;
}

const STOPPED: Readonly<Record<NonNullable<Recording['stoppedBy']>, (title: string) => string>> = {
  disk_full: (title) =>
    `The server’s disk is full, so “${title}” is recorded up to here only. The stream itself continues.`,
  quota: (title) =>
    `Your recordings use all of your storage, so “${title}” is recorded up to here only. The stream itself continues. Delete recordings to make room.`,
};

export class StreamRecorder {
  readonly #options: RecorderOptions;
  /** Streams that this process has recorded, until they end. Resolves when everything is stored. */
  readonly #recording = new Map<StreamId, Promise<void>>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** The reader that records a stream of this process; null where it is recorded already. */
  readerOf(streamerId: UserId, id: StreamId): ReturnType<Live['media']['recorder']> {
    const closed = Promise.withResolvers<void>();
    const reader = this.#options.live.media.recorder(streamerId, this.#sink(streamerId, id, closed.resolve));
    if (reader === null) return null;
    this.#recording.set(id, closed.promise);
    return reader;
  }

  hasRecorded(id: StreamId): boolean {
    return this.#recording.has(id);
  }

  /**
   * Makes the recording of an ended stream ready. Does nothing where it is, or where there is none.
   * @throws where the storage or the database fails
   */
  async finish(id: StreamId): Promise<void> {
    const { criticalDb: db, store } = this.#options;
    const recorded = this.#recording.get(id);
    await recorded;
    // Another process may have finished it before this one stored its last segments.
    if (recorded === undefined && !(await db.read((reader) => repo.isToFinish(reader, id)))) return;
    const playlists = await store.finish(id);
    await db.transact(async (tx) => {
      if (playlists.files.size === 0) return void (await repo.remove(tx, id));
      const streamerId = await repo.setReady(tx, id, playlists);
      if (streamerId !== null) await publish(tx, streamChanged, { streamId: id, streamerId });
    });
    this.#recording.delete(id);
  }

  #sink(streamerId: UserId, id: StreamId, onClosed: () => void): RecordingSink {
    const { criticalDb: db, store, diskSpace, log } = this.#options;
    let byteLength = 0;
    let counted = 0;
    let quotaBytes = Number.POSITIVE_INFINITY;

    const count = () => db.transact((tx) => repo.setBytes(tx, id, byteLength));
    const stop = async (stoppedBy: NonNullable<Recording['stoppedBy']>) => {
      log.warn({ streamId: id, byteLength, stoppedBy }, 'Recording stopped before the end of its stream');
      await this.#announceStop(id, stoppedBy);
      return false;
    };

    return {
      open: async () => {
        const settings = await db.read(readSettings);
        if (!settings.recordingsEnabled) return false;
        if (!(await db.read((reader) => repo.records(reader, streamerId)))) return false;
        if (settings.recordingQuotaGib > 0) {
          const others = await db.read((reader) => repo.usedBytes(reader, streamerId, id));
          quotaBytes = settings.recordingQuotaGib * GIB - others;
        }
        const begun = await db.transact((tx) => repo.begin(tx, id));
        byteLength = begun ?? 0;
        counted = byteLength;
        return begun !== null;
      },
      put: async (path, bytes) => {
        if (byteLength + bytes.byteLength > quotaBytes) return await stop('quota');
        if (diskSpace !== null && diskSpace.freeBytes < RESERVED_BYTES) return await stop('disk_full');
        try {
          await store.put(id, path, bytes);
        } catch (error) {
          if (error instanceof AppError && error.code === 'disk_unwritable') return await stop('disk_full');
          log.warn({ err: error, streamId: id, path }, 'A segment could not be recorded; trying again');
          throw error;
        }
        byteLength += bytes.byteLength;
        if (byteLength - counted >= COUNTED_EVERY_BYTES) {
          counted = byteLength;
          void count().catch((err: unknown) => log.warn({ err, streamId: id }, 'The size was not updated'));
        }
        return true;
      },
      close: async () => onClosed(),
    };
  }

  async #announceStop(id: StreamId, stoppedBy: NonNullable<Recording['stoppedBy']>): Promise<void> {
    const { criticalDb: db, notifications } = this.#options;
    await db.transact(async (tx) => {
      const recording = await repo.setStopped(tx, id, stoppedBy);
      if (recording === null) return;
      await notifications.notify(tx, {
        userId: recording.streamerId,
        type: 'other',
        title: 'Recording stopped',
        message: STOPPED[stoppedBy](recording.title),
        href: '/dashboard/streamer/vods',
        dedupeKey: `recording-stopped:${id}`,
      });
    });
  }
}
