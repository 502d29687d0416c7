/** Small frames of recordings, for seek bars and cards. */
import type { StreamId } from '@tributary/contracts/shared';
import { recordingPath, streamChanged } from '#features/live/index.ts';
import { showsVideo, trimmedView } from '#media/recorder/index.ts';
import { makeStoryboard, type StoryboardWorker } from '#media/storyboard/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { type RecordingStore, storyboardVersion } from '../files/recording-store.ts';
import { makeRecordingStoryboard } from '../recordings.jobs.ts';
import * as repo from './storyboards.repo.ts';

/** How many lost requests are sent again at once. */
const SENT_AGAIN = 100;

export interface StoryboardsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly store: RecordingStore;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
  /** Tests pass one that decodes nothing. */
  readonly worker?: StoryboardWorker;
}

export interface Storyboards {
  /** Makes the storyboard of a ready recording, after `tx`. One that it has is withdrawn at once. */
  request(tx: Writer, id: StreamId): Promise<void>;
  /** Sends jobs for recordings that have none: those made before there were storyboards, and those whose job failed. */
  requestMissing(): Promise<void>;
  /** @throws where the storage, the database or the signal stops it; a later attempt may succeed */
  make(id: StreamId, signal: AbortSignal): Promise<void>;
}

export function createStoryboards(options: StoryboardsOptions): Storyboards {
  const { db, log, store, worker, nowMs, jobs } = options;

  async function send(tx: Writer, id: StreamId): Promise<void> {
    const turnOf = await repo.findChannel(tx, id);
    if (turnOf === undefined) return;
    await jobs.send(tx, makeRecordingStoryboard, { streamId: id }, { singletonKey: id, turnOf });
  }

  return {
    async request(tx, id) {
      await repo.setWanted(tx, id, new Date(nowMs()));
      await send(tx, id);
    },
    async requestMissing() {
      const ids = await db.read((reader) => repo.findAllWanted(reader, SENT_AGAIN));
      for (const id of ids) await db.transact((tx) => send(tx, id));
    },
    async make(id, signal) {
      const media = await db.read((reader) => repo.findWanted(reader, id));
      if (media === null) return;
      const { mediaId, trim, wantedAt } = media;
      const index = await store.index(mediaId);
      let byteLength = 0;
      const files = {
        read: async (path: string, first: number, last: number) => store.read(mediaId, path, first, last),
        putSheet(sheet: number, bytes: Uint8Array) {
          byteLength += bytes.byteLength;
          return store.putSheet(media, sheet, bytes);
        },
      };
      const view = trim ? trimmedView(index, trim.segments) : index;
      const layout = await makeStoryboard(view, files, signal, worker);
      if (layout === null && showsVideo(view))
        log.warn({ streamId: id }, 'A recording has no video that a storyboard can show');
      const url = `${recordingPath(id)}/storyboard/${storyboardVersion(media)}`;
      const isCurrent = await db.transact(async (tx) => {
        const streamerId = await repo.setMade(tx, id, wantedAt, {
          storyboard: layout && { url, ...layout },
          byteLength: layout ? byteLength : 0,
        });
        if (streamerId !== null) await publish(tx, streamChanged, { streamId: id, streamerId });
        return streamerId !== null;
      });
      if (isCurrent) return;
      // The recording was deleted or trimmed in the meantime. Otherwise another process has made the same storyboard, or will.
      if (!(await db.read((reader) => repo.isPlayed(reader, media))))
        await store.deleteStoryboard(media, signal);
    },
  };
}
