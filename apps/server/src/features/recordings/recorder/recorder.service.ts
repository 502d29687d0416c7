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
import {
  createStreamRecording,
  type IndexView,
  type StreamRecording,
  type StreamRecordingOptions,
} from './stream-recording.ts';

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

export interface StreamRecorder {
  /** Records a stream of this process, unless it is being recorded. */
  record(options: Omit<ServedStream, 'attach' | 'ladder'>): void;
  /** The index of a recording that this process makes. */
  indexOf(id: StreamId): IndexView | null;
  /**
   * The index of a recording that no process makes at the moment, from its files. Another one may continue it, so that
   * it counts as incomplete until it is finished.
   */
  rebuild(id: StreamId): Promise<IndexView>;
  hasRecorded(id: StreamId): boolean;
  /** How many streams this process records now. */
  count(): number;
  /**
   * Finishes the recording of a stream that has ended: at once where this process made it, or else by a job.
   * @param wasLost whether the process that served the stream is dead, so that it cannot finish it
   */
  onStreamEnded(id: StreamId, wasLost: boolean): Promise<void>;
  /**
   * Finishes the recordings that neither the process that made them nor a job has finished. One that fails does not hold
   * up the others.
   */
  finishAll(): Promise<void>;
  /**
   * Makes the recording of an ended stream ready. Does nothing where it is, or where there is none.
   * @throws where the storage or the database fails
   */
  finish(id: StreamId): Promise<void>;
}

export function createStreamRecorder(options: RecorderOptions): StreamRecorder {
  const { store } = options;
  /** Of streams that this process was the last one to record, until they are finished. */
  const recordings = new Map<StreamId, StreamRecording>();
  /** Indexes of other recordings, which are rebuilt from all of their files. */
  const rebuilt = new ShortCache<IndexView>({ ttlMs: REBUILT_MS, maxEntries: 100 });

  /** Deletes what was stored of a stream whose account was deleted while it ran, after its other files. */
  async function deleteOrphaned(id: StreamId, recording: StreamRecording): Promise<void> {
    if (recording.view === null) return;
    const { criticalDb: db, jobs, log } = options;
    try {
      if (await db.read((reader) => repo.hasBegun(reader, id))) return;
      recordings.delete(id);
      await db.transact((tx) => jobs.send(tx, deleteRecordingFiles, { streamId: id }));
    } catch (err) {
      log.warn({ err, streamId: id }, 'The files of a deleted stream may be left');
    }
  }

  function hasRecorded(id: StreamId): boolean {
    return recordings.has(id);
  }

  async function finish(id: StreamId): Promise<void> {
    const { criticalDb: db, jobs, store, storyboards, notifications, nowMs } = options;
    const own = recordings.get(id);
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
    await rebuilt.get(id, async () => ({ index, isComplete: true }));
    if (recordings.get(id) === own) recordings.delete(id);
  }

  async function finishLater(id: StreamId, delayMs: number): Promise<void> {
    const { criticalDb: db, jobs, nowMs } = options;
    const startAfter = new Date(nowMs() + delayMs);
    await db.transact((tx) =>
      jobs.send(tx, finishRecording, { streamId: id }, { singletonKey: id, startAfter }),
    );
  }

  return {
    record({ streamId: id, streamerId, record }) {
      const recording = createStreamRecording(options, streamerId, id, () => {
        if (recordings.get(id) === recording) recordings.delete(id);
      });
      if (!record(recording)) return;
      recordings.set(id, recording);
      void recording.closed.then(() => deleteOrphaned(id, recording));
    },
    indexOf: (id) => recordings.get(id)?.view ?? null,
    rebuild: (id) => rebuilt.get(id, async () => ({ index: await store.index(id), isComplete: false })),
    hasRecorded,
    count: () => [...recordings.values()].filter(({ view }) => view !== null && !view.isComplete).length,
    async onStreamEnded(id, wasLost) {
      const { criticalDb: db, log } = options;
      if (hasRecorded(id)) {
        await finish(id).catch(async (err: unknown) => {
          log.warn({ err, streamId: id }, 'A recording could not be finished; trying again');
          await finishLater(id, 0);
        });
      } else if (await db.read((reader) => repo.isToFinish(reader, id))) {
        await finishLater(id, wasLost ? 0 : TAKE_OVER_MS);
      }
    },
    async finishAll() {
      const { criticalDb: db, log, nowMs } = options;
      const endedBefore = new Date(nowMs() - UNFINISHED_MS);
      for (const id of await db.read((reader) => repo.findUnfinished(reader, endedBefore))) {
        await finish(id).catch((err: unknown) =>
          log.error(
            { err, streamId: id },
            'A recording could not be finished; trying again in a few minutes',
          ),
        );
      }
    },
    finish,
  };
}
