/** Deletes abandoned uploads, and files without one. */
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { inBatches } from '#platform/jobs/index.ts';
import type { UploadFiles } from './upload-files.ts';
import type { UploadProcessor } from './upload-processing.service.ts';
import * as repo from './uploads.repo.ts';

export interface UploadExpiryOptions {
  readonly db: Database;
  readonly files: UploadFiles;
  readonly processor: Pick<UploadProcessor, 'fail'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/** Days without a byte, after which an upload is deleted. */
export const UNFINISHED_DAYS = 2;
/** Days for which a failed upload is shown. */
const FAILED_DAYS = 7;

/** Gives up uploads whose processing has failed for a day, too. */
export async function purgeExpiredUploads(options: UploadExpiryOptions, signal: AbortSignal): Promise<void> {
  const { db, files, processor, nowMs } = options;
  const daysAgo = (days: number) => new Date(nowMs() - days * DAY_MS);
  for (const [state, days] of [
    ['uploading', UNFINISHED_DAYS],
    ['failed', FAILED_DAYS],
  ] as const) {
    await inBatches(signal, async (size) => {
      const idle = await db.read((reader) => repo.findIdle(reader, state, daysAgo(days), size));
      for (const { id } of idle) await db.transact((tx) => repo.remove(tx, id));
      return idle.length;
    });
  }
  // Every attempt to process it has failed.
  await inBatches(signal, async (size) => {
    const stuck = await db.read((reader) => repo.findIdle(reader, 'processing', daysAgo(1), size));
    for (const upload of stuck) await processor.fail(upload);
    return stuck.length;
  });
  const ids = await files.list();
  const present = await db.read((reader) => repo.findPresent(reader, ids));
  for (const id of ids) if (!present.has(id)) await files.delete(id);
}
