/** Records live streams, and finishes their recordings when they end. */
import { RECORDING_DECISION_HOURS } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { type ServedStream, streamChanged } from '#features/live/index.ts';
import { durationMsOf, renderAll, showsVideo } from '#media/recorder/index.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { requestDownloadSize } from '../download/download-sizes.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { deleteRecordingFiles, finishRecording } from '../recordings.jobs.ts';
import { recordingToKeep } from '../recordings.notifications.ts';
import { remove } from '../recordings.repo.ts';
import type { Storyboards } from '../storyboards/storyboards.service.ts';
import * as repo from './recorder.repo.ts';
import { type IndexView, StreamRecording, type StreamRecordingOptions } from './stream-recording.ts';

/** All files are listed to rebuild an index: 432 requests to S3 for 12 hours. */
const REBUILT_MS = 10_000;

/** Another process than the one that recorded a stream leaves it this time to finish. */
const TAKE_OVER_MS = 10_000;

/** After this time, a recording whose stream has ended counts as forgotten. */
const UNFINISHED_MS = 2 * 60_000;

export interface RecorderOptions extends StreamRecordingOptions {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly store: RecordingStore;
  readonly storyboards: Pick<Storyboards, 'request'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

export class StreamRecorder {
  readonly #options: RecorderOptions;
  /** Of streams that this process was the last one to record, until they are finished. */
  readonly #own = new Map<StreamId, StreamRecording>();
  /** Indexes of other recordings, which are rebuilt from all of their files. */
  readonly #rebuilt = new ShortCache<IndexView>({ ttlMs: REBUILT_MS, maxEntries: 100 });

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Records a stream of this process, unless it is being recorded. */
  record({ streamId: id, streamerId, record }: Omit<ServedStream, 'attach' | 'ladder'>): void {
    const recording = new StreamRecording(this.#options, streamerId, id, () => {
      if (this.#own.get(id) === recording) this.#own.delete(id);
    });
    if (!record(recording)) return;
    this.#own.set(id, recording);
    void recording.closed.then(() => this.#deleteOrphaned(id, recording));
  }

  /** Deletes what was stored of a stream whose account was deleted while it ran, after its other files. */
  async #deleteOrphaned(id: StreamId, recording: StreamRecording): Promise<void> {
    if (recording.view === null) return;
    const { criticalDb: db, jobs, log } = this.#options;
    try {
      if (await db.read((reader) => repo.hasBegun(reader, id))) return;
      this.#own.delete(id);
      await db.transact((tx) => jobs.send(tx, deleteRecordingFiles, { streamId: id }));
    } catch (err) {
      log.warn({ err, streamId: id }, 'The files of a deleted stream may be left');
    }
  }

  /** The index of a recording that this process makes. */
  indexOf(id: StreamId): IndexView | null {
    return this.#own.get(id)?.view ?? null;
  }

  /**
   * The index of a recording that no process makes at the moment, from its files. Another one may continue it, so that
   * it counts as incomplete until it is finished.
   */
  rebuild(id: StreamId): Promise<IndexView> {
    const { store } = this.#options;
    return this.#rebuilt.get(id, async () => ({ index: await store.index(id), isComplete: false }));
  }

  hasRecorded(id: StreamId): boolean {
    return this.#own.has(id);
  }

  /**
   * Finishes the recording of a stream that has ended: at once where this process made it, or else by a job.
   * @param wasLost whether the process that served the stream is dead, so that it cannot finish it
   */
  async onStreamEnded(id: StreamId, wasLost: boolean): Promise<void> {
    const { criticalDb: db, log } = this.#options;
    if (this.hasRecorded(id)) {
      await this.finish(id).catch(async (err: unknown) => {
        log.warn({ err, streamId: id }, 'A recording could not be finished; trying again');
        await this.#finishLater(id, 0);
      });
    } else if (await db.read((reader) => repo.isToFinish(reader, id))) {
      await this.#finishLater(id, wasLost ? 0 : TAKE_OVER_MS);
    }
  }

  /**
   * Finishes the recordings that neither the process that made them nor a job has finished. One that fails does not hold
   * up the others.
   */
  async finishAll(): Promise<void> {
    const { criticalDb: db, log, nowMs } = this.#options;
    const endedBefore = new Date(nowMs() - UNFINISHED_MS);
    for (const id of await db.read((reader) => repo.findUnfinished(reader, endedBefore))) {
      await this.finish(id).catch((err: unknown) =>
        log.error({ err, streamId: id }, 'A recording could not be finished; trying again in a few minutes'),
      );
    }
  }

  /**
   * Makes the recording of an ended stream ready. Does nothing where it is, or where there is none.
   * @throws where the storage or the database fails
   */
  async finish(id: StreamId): Promise<void> {
    const { criticalDb: db, jobs, store, storyboards, notifications, nowMs } = this.#options;
    const own = this.#own.get(id);
    await own?.closed;
    // Another process may have finished it before this one stored its last segments.
    if (own === undefined && !(await db.read((reader) => repo.isToFinish(reader, id)))) return;
    const index = own?.wholeIndex ?? (await store.index(id));
    const playlists = renderAll(index);
    for (const [path, text] of playlists) await store.put(id, path, Buffer.from(text));
    await db.transact(async (tx) => {
      if (playlists.size === 0) {
        await remove(tx, id);
        // Its process may have died between an initialization section and the first segment.
        return await jobs.send(tx, deleteRecordingFiles, { streamId: id });
      }
      const { byteLength } = index;
      const decideBy = new Date(nowMs() + RECORDING_DECISION_HOURS * HOUR_MS);
      const durationMs = durationMsOf(index);
      const hasVideo = showsVideo(index);
      const ready = await repo.setReady(tx, id, { byteLength, durationMs, hasVideo, decideBy });
      if (ready === null) return;
      await storyboards.request(tx, id);
      await requestDownloadSize(tx, jobs, id);
      await publish(tx, streamChanged, { streamId: id, streamerId: ready.streamerId });
      if (ready.decideBy !== null) {
        const { streamerId: userId, title } = ready;
        await notifications.notify(tx, { userId, ...recordingToKeep.of({ streamId: id, title }) });
      }
    });
    // For requests that take it for unfinished a moment longer.
    await this.#rebuilt.get(id, async () => ({ index, isComplete: true }));
    if (this.#own.get(id) === own) this.#own.delete(id);
  }
  async #finishLater(id: StreamId, delayMs: number): Promise<void> {
    const { criticalDb: db, jobs, nowMs } = this.#options;
    const startAfter = new Date(nowMs() + delayMs);
    await db.transact((tx) =>
      jobs.send(tx, finishRecording, { streamId: id }, { singletonKey: id, startAfter }),
    );
  }
}
