/** Has uploads processed when it is their turn, by any process of the instance. */
import type { Database } from '#platform/db/database.ts';
import { type Jobs, RETRIES_FOR_A_DAY } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { SMALL_MS, wakeLane } from './upload-lanes.ts';
import { UploadCanceled, type UploadProcessor } from './upload-processing.service.ts';
import * as queue from './upload-queue.repo.ts';
import * as repo from './uploads.repo.ts';
import type { Lane } from './uploads.tables.ts';

/** Another process takes over an upload whose process does not extend its hold for so long. */
const HOLD_SECONDS = 30;
const EXTEND_MS = 10_000;

/** Between the attempts to process an upload. */
const LONGEST_WAIT_SECONDS = 600;

export interface UploadQueueOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly processor: Pick<UploadProcessor, 'process' | 'fail'>;
  /** Tests set shorter ones. */
  readonly smallMs?: number;
  readonly extendMs?: number;
}

/** A small file takes too long for its lane. */
class TakesLong extends Error {
  override readonly name = 'TakesLong';
}

export interface UploadQueue {
  /** Processes the upload whose turn it is, if there is one. @throws where the signal stops it */
  processNext(lane: Lane, signal: AbortSignal): Promise<void>;
  /** Has processes look for uploads whose turn nobody has taken. */
  wake(): Promise<void>;
}

export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const { db, jobs, processor, log } = options;

  async function process(hold: queue.Hold, signal: AbortSignal): Promise<void> {
    const { db, processor, smallMs = SMALL_MS, extendMs = EXTEND_MS } = options;
    const stopping = new AbortController();
    const extending = setInterval(() => {
      db.transact((tx) => queue.extend(tx, hold, HOLD_SECONDS)).then(
        (isHeld) => isHeld || stopping.abort(new UploadCanceled('It was canceled, or taken over.')),
        // Once the database is back, the next attempt tells.
        () => undefined,
      );
    }, extendMs);
    const tooLong =
      hold.lane === 'small' ? setTimeout(() => stopping.abort(new TakesLong()), smallMs) : undefined;
    try {
      await processor.process(hold.id, AbortSignal.any([signal, stopping.signal]));
    } catch (error) {
      await onFailure(hold, error, signal);
    } finally {
      clearInterval(extending);
      clearTimeout(tooLong);
    }
  }

  async function onFailure(hold: queue.Hold, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof TakesLong) {
      await db.transact(async (tx) => {
        await queue.moveToLane(tx, hold, 'large');
        await wakeLane(jobs, tx, 'large');
      });
      return;
    }
    const waitSeconds = signal.aborted ? 0 : Math.min(2 ** hold.attempts, LONGEST_WAIT_SECONDS);
    await db.transact((tx) => queue.release(tx, hold, waitSeconds));
    if (signal.aborted) throw error;
    log.warn(
      { err: error, uploadId: hold.id, attempt: hold.attempts },
      'An attempt to process an upload failed',
    );
  }

  return {
    async processNext(lane, signal) {
      const hold = await db.transact(async (tx) => {
        const taken = await queue.takeTurn(tx, lane, HOLD_SECONDS);
        // It may be another one's turn as well, for whom there is room.
        if (taken !== null) await wakeLane(jobs, tx, lane);
        return taken;
      });
      if (hold === null) return;
      const upload = await db.read((reader) => repo.find(reader, hold.id));
      if (upload !== undefined && hold.attempts > RETRIES_FOR_A_DAY) await processor.fail(upload);
      else await process(hold, signal);
      await db.transact((tx) => wakeLane(jobs, tx, lane));
    },
    async wake() {
      const lanes = await db.read((reader) => queue.findWaitingLanes(reader));
      for (const lane of lanes) await db.transact((tx) => wakeLane(jobs, tx, lane));
    },
  };
}
