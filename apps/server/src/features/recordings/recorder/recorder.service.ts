/** Records live streams, and finishes their recordings when they end. */
import { RECORDING_DECISION_HOURS, type Recording, type StreamId, type UserId } from '@tributary/contracts';
import { type Live, streamChanged } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import {
  durationMsOf,
  parsePath,
  RecordingIndex,
  type RecordingSink,
  readTrack,
  renderAll,
} from '#media/recorder/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { GIB, roomOf } from '../files/quota.repo.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { remove } from '../recordings.repo.ts';
import type { Storyboards } from '../storyboards/storyboards.service.ts';
import * as repo from './recorder.repo.ts';

/** Recordings leave this much of the disk to everything else. */
const RESERVED_BYTES = GIB / 2;

/** How many bytes are recorded between two updates of a recording's size. */
const COUNTED_EVERY_BYTES = 64 * 1024 ** 2;

/** All files are listed to rebuild an index: 432 requests to S3 for 12 hours. */
const REBUILT_MS = 10_000;

export interface RecorderOptions {
  /** Writes of running streams. */
  readonly criticalDb: Database;
  readonly log: Log;
  readonly live: { readonly media: Pick<Live['media'], 'recorder'> };
  readonly store: RecordingStore;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly storyboards: Pick<Storyboards, 'request'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
  /** Null: the files are not on this machine. */
  readonly diskSpace: Pick<DiskSpace, 'freeBytes'> | null;
}

const TITLES = { disk_full: 'Recording paused', quota: 'Recording stopped' } as const;

const STOPPED: Readonly<Record<NonNullable<Recording['stoppedBy']>, (title: string) => string>> = {
  disk_full: (title) =>
    `The server’s disk is full, so a part of “${title}” will be missing from its recording. Recording continues by itself once there is room. The stream itself continues.`,
  quota: (title) =>
    `Your recordings, uploads and clips use all of your storage, so “${title}” is recorded up to here only. The stream itself continues. Delete some of them to make room for the next one.`,
};

/** A recording that this process makes. */
interface OwnRecording {
  /** Of what is stored; null while nothing is, and after another process has taken the stream over. */
  index: RecordingIndex | null;
  /** Nothing more is stored. */
  isComplete: boolean;
  /** Another process, or an earlier run of this one, began it, and may have stored more than the index has. */
  isContinued: boolean;
  readonly closed: PromiseWithResolvers<void>;
}

/** A recording's index, and whether nothing will be added to it. */
export interface IndexView {
  readonly index: RecordingIndex;
  readonly isComplete: boolean;
}

export class StreamRecorder {
  readonly #options: RecorderOptions;
  /** Of streams that this process was the last one to record, until they are finished. */
  readonly #own = new Map<StreamId, OwnRecording>();
  /** Indexes of other recordings, which are rebuilt from all of their files. */
  readonly #rebuilt = new ShortCache<IndexView>({ ttlMs: REBUILT_MS, maxEntries: 100 });

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** The reader that records a stream of this process; null where it is recorded already. */
  readerOf(streamerId: UserId, id: StreamId): ReturnType<Live['media']['recorder']> {
    const own: OwnRecording = {
      index: null,
      isComplete: false,
      isContinued: false,
      closed: Promise.withResolvers(),
    };
    const reader = this.#options.live.media.recorder(streamerId, this.#sink(streamerId, id, own));
    if (reader !== null) this.#own.set(id, own);
    return reader;
  }

  hasRecorded(id: StreamId): boolean {
    return this.#own.has(id);
  }

  /** The index of a recording that this process makes. */
  indexOf(id: StreamId): IndexView | null {
    const { index = null, isComplete = false } = this.#own.get(id) ?? {};
    return index && { index, isComplete };
  }

  /**
   * The index of a recording that no process makes at the moment, from its files. Another one may continue it, so that
   * it counts as incomplete until it is finished.
   */
  rebuild(id: StreamId): Promise<IndexView> {
    const { store } = this.#options;
    return this.#rebuilt.get(id, async () => ({ index: await store.index(id), isComplete: false }));
  }

  /**
   * Makes the recording of an ended stream ready. Does nothing where it is, or where there is none.
   * @throws where the storage or the database fails
   */
  async finish(id: StreamId): Promise<void> {
    const { criticalDb: db, store, storyboards, nowMs } = this.#options;
    const own = this.#own.get(id);
    await own?.closed.promise;
    // Another process may have finished it before this one stored its last segments.
    if (own === undefined && !(await db.read((reader) => repo.isToFinish(reader, id)))) return;
    const index = (own?.isContinued !== true && own?.index) || (await store.index(id));
    const playlists = renderAll(index);
    for (const [path, text] of playlists) await store.put(id, path, Buffer.from(text));
    await db.transact(async (tx) => {
      if (playlists.size === 0) return void (await remove(tx, id));
      const { byteLength } = index;
      const decideBy = new Date(nowMs() + RECORDING_DECISION_HOURS * 3_600_000);
      const durationMs = durationMsOf(index);
      const ready = await repo.setReady(tx, id, { byteLength, durationMs, decideBy });
      if (ready === null) return;
      await storyboards.request(tx, id);
      await publish(tx, streamChanged, { streamId: id, streamerId: ready.streamerId });
      if (ready.decideBy !== null) await this.#askToKeep(tx, id, ready);
    });
    // For requests that take it for unfinished a moment longer.
    await this.#rebuilt.get(id, async () => ({ index, isComplete: true }));
    this.#own.delete(id);
  }

  #sink(streamerId: UserId, id: StreamId, own: OwnRecording): RecordingSink {
    const { criticalDb: db, store, diskSpace, log } = this.#options;
    const current = this.#own;
    let byteLength = 0;
    let counted = 0;
    let quotaBytes = Number.POSITIVE_INFINITY;
    /** Of the first frame; null until viewers can watch it. */
    let startsAt: Date | null = null;

    const announceStart = (at: Date) =>
      db.transact(async (tx) => {
        await repo.setStart(tx, id, at);
        await publish(tx, streamChanged, { streamId: id, streamerId });
      });
    const count = () => db.transact((tx) => repo.setBytes(tx, id, byteLength));
    let isGapAnnounced = false;
    const announceGap = async (stoppedBy: NonNullable<Recording['stoppedBy']>) => {
      log.warn({ streamId: id, byteLength, stoppedBy }, 'A part of a stream is not recorded');
      await this.#announceGap(id, stoppedBy);
    };
    /** The recorder tries again, for as long as the stream lasts. */
    const waitForDisk = async (): Promise<never> => {
      if (!isGapAnnounced) await announceGap('disk_full');
      isGapAnnounced = true;
      throw new Error(`The disk is full, so recording ${id} waits for room`);
    };

    return {
      open: async () => {
        const settings = await db.read(readSettings);
        const policy = await db.read((reader) => repo.records(reader, streamerId));
        const isWanted = settings.recordingsEnabled && policy !== 'never';
        // What has begun continues, whatever has been set since.
        if (!isWanted && !(await db.read((reader) => repo.hasBegun(reader, id)))) return false;
        quotaBytes = await db.read((reader) => roomOf(reader, streamerId, id));
        const begun = await db.transact((tx) => repo.begin(tx, id, policy === 'ask'));
        // A recording that its streamer was told has ended does not continue after a restart.
        if (begun === null || begun.stoppedBy === 'quota') return false;
        startsAt = begun.startsAt;
        // Before the first segment, so that the index can tell what others stored from what this process stores.
        own.isContinued = startsAt !== null;
        own.index = own.isContinued ? await store.index(id) : new RecordingIndex();
        ({ byteLength } = own.index);
        counted = byteLength;
        return true;
      },
      put: async (path, chunks) => {
        const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
        if (byteLength + size > quotaBytes) {
          await announceGap('quota');
          return false;
        }
        if (diskSpace !== null && diskSpace.freeBytes < RESERVED_BYTES) await waitForDisk();
        const file = parsePath(path);
        try {
          await (file?.kind === 'segment' ? store.append(id, path, chunks) : store.put(id, path, chunks));
        } catch (error) {
          if (error instanceof AppError && error.code === 'disk_unwritable') await waitForDisk();
          log.warn({ err: error, streamId: id, path }, 'A segment could not be recorded; trying again');
          throw error;
        }
        own.index?.add(path, size);
        if (file?.kind === 'track') own.index?.describe(file.name, readTrack(Buffer.concat(chunks)));
        byteLength += size;
        if (byteLength - counted >= COUNTED_EVERY_BYTES) {
          counted = byteLength;
          void count().catch((err: unknown) => log.warn({ err, streamId: id }, 'The size was not updated'));
        }
        return true;
      },
      read: (path, first, last) => store.read(id, path, first, last),
      settle(msn) {
        own.index?.settle(msn);
        const startMs = own.index?.startMs ?? null;
        if (startsAt !== null || startMs === null) return;
        startsAt = new Date(startMs);
        announceStart(startsAt).catch((err: unknown) => {
          log.warn({ err, streamId: id }, 'The start of a recording was not written; trying again');
          startsAt = null;
        });
      },
      close(reason) {
        if (reason === 'taken_over' || reason === 'shutdown') own.index = null;
        // The process that took it over finishes it: this one could miss its last segments.
        if (reason === 'taken_over' && current.get(id) === own) current.delete(id);
        own.index?.settle(Number.POSITIVE_INFINITY);
        own.isComplete = true;
        own.closed.resolve();
      },
    };
  }

  async #askToKeep(tx: Writer, id: StreamId, { streamerId, title }: repo.ReadyRecording): Promise<void> {
    await this.#options.notifications.notify(tx, {
      userId: streamerId,
      type: 'other',
      title: 'Keep the recording of your stream?',
      message: `The recording of “${title}” is deleted in ${RECORDING_DECISION_HOURS} hours unless you keep it. Until then, only you can watch it.`,
      href: '/dashboard/streamer/vods',
      dedupeKey: `recording-decision:${id}`,
    });
  }

  /** Tells the streamer, once for each reason. */
  async #announceGap(id: StreamId, stoppedBy: NonNullable<Recording['stoppedBy']>): Promise<void> {
    const { criticalDb: db, notifications } = this.#options;
    await db.transact(async (tx) => {
      const recording = await repo.setStopped(tx, id, stoppedBy);
      if (recording === null) return;
      await notifications.notify(tx, {
        userId: recording.streamerId,
        type: 'other',
        title: TITLES[stoppedBy],
        message: STOPPED[stoppedBy](recording.title),
        href: '/dashboard/streamer/vods',
        dedupeKey: `recording-stopped:${stoppedBy}:${id}`,
      });
    });
  }
}
