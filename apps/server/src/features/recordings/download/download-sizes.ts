/**
 * How large the MP4 files of recordings are, which feeds say of their enclosures (RSS 2.0, enclosure). It is known once
 * the header of a file is made, which reads the whole recording: so only where viewers may download it.
 */
import type { StreamId } from '@tributary/contracts/shared';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { deleteTrimFiles, measureDownload } from '../recordings.jobs.ts';
import { isMediaUsed } from '../recordings.repo.ts';
import * as repo from './download-sizes.repo.ts';
import type { MovieStore } from './movie-store.ts';

/** How many lost requests are sent again at once. */
const SENT_AGAIN = 100;

/** Players can still ask for the files of an earlier trimming. */
const KEPT_MS = 60_000;

export interface DownloadSizesOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly movies: Pick<MovieStore, 'open'>;
  readonly store: Pick<RecordingStore, 'delete'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/** Call it with each change of what a recording plays, and where downloads are allowed: it is measured after `tx`. */
export async function requestDownloadSize(tx: Writer, jobs: Pick<Jobs, 'send'>, id: StreamId): Promise<void> {
  if (await repo.forget(tx, id)) await jobs.send(tx, measureDownload, { streamId: id }, { singletonKey: id });
}

export interface DownloadSizes {
  /** Sends jobs for recordings whose size is missing: those made before it was stored, and those whose job failed. */
  requestMissing(): Promise<void>;
  /** @throws where the storage, the database or the signal stops it; a later attempt may succeed */
  measure(id: StreamId, signal: AbortSignal): Promise<void>;
}

export function createDownloadSizes(options: DownloadSizesOptions): DownloadSizes {
  const { db, jobs, movies, store, nowMs } = options;

  return {
    async requestMissing() {
      const ids = await db.read((reader) => repo.findAll(reader, SENT_AGAIN));
      for (const id of ids) await db.transact((tx) => requestDownloadSize(tx, jobs, id));
    },
    async measure(id, signal) {
      const media = await db.read((reader) => repo.findOne(reader, id));
      const movie = media && (await movies.open(media, signal));
      if (!media || !movie) return;
      const { mediaId, trim } = media;
      const isUsed = await db.transact(async (tx) => {
        if (await repo.set(tx, id, trim, movie.byteLength)) return true;
        if (trim !== null) {
          const startAfter = new Date(nowMs() + KEPT_MS);
          await jobs.send(tx, deleteTrimFiles, { mediaId, revision: trim.revision }, { startAfter });
        }
        return await isMediaUsed(tx, mediaId);
      });
      // Deleted meanwhile, perhaps before the header was stored.
      if (!isUsed) await store.delete(mediaId, signal);
    },
  };
}
