/** Adds recordings to past streams, which were not recorded while they ran. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { streamChanged } from '#features/live/index.ts';
import type { RecordingFileSink } from '#media/importer/index.ts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { addPrivate, keepSourceOnly } from '../recordings.repo.ts';
import type { RecordingStore } from './recording-store.ts';

export interface PastStream {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly startsAt: Date;
}

/** The recording is private until it is edited, and has no renditions. @param write stores its files */
export type AddRecording = (
  stream: PastStream,
  write: (sink: RecordingFileSink) => Promise<void>,
) => Promise<void>;

export interface PastRecordingsOptions {
  readonly db: Database;
  readonly store: RecordingStore;
}

export function createPastRecordings({ db, store }: PastRecordingsOptions): AddRecording {
  return async ({ streamId, streamerId, startsAt }, write) => {
    // What an attempt left that was interrupted.
    await store.delete(streamId, new AbortController().signal);
    await write({ put: (path, bytes) => store.put(streamId, path, bytes) });
    const stored = await store.finish(streamId);
    await db.transact(async (tx) => {
      await addPrivate(tx, streamId, streamerId, { ...stored, startsAt });
      await keepSourceOnly(tx, streamId);
      await publish(tx, streamChanged, { streamId, streamerId });
    });
  };
}
