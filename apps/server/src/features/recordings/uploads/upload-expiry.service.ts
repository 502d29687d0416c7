/** Deletes abandoned uploads, and files without one. */
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { inBatches } from '#platform/jobs/index.ts';
import type { UploadFiles } from './upload-files.ts';
import * as repo from './uploads.repo.ts';

export interface UploadExpiryOptions {
  readonly db: Database;
  readonly files: UploadFiles;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/** Days without a byte, after which an upload is deleted. */
export const UNFINISHED_DAYS = 2;
/** Days for which a failed upload is shown. */
const FAILED_DAYS = 7;

/** Uploads that wait for their turn, or are processed, stay: their queue gives up those that fail. */
export async function purgeExpiredUploads(options: UploadExpiryOptions, signal: AbortSignal): Promise<void> {
  const { db, files, nowMs } = options;
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
  const ids = await files.list();
  const present = await db.read((reader) => repo.findPresent(reader, ids));
  for (const id of ids) if (!present.has(id)) await files.delete(id);
}
