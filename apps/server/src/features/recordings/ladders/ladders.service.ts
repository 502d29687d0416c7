/**
 * Makes the renditions of recordings and uploads in the background. The tables say which recordings lack some, so that
 * nothing has to ask for them; the files say which segments are missing, so that work goes on where it was interrupted.
 */
import { randomUUID } from 'node:crypto';
import type { StreamId } from '@tributary/contracts/shared';
import { type Live, streamChanged } from '#features/live/index.ts';
import { audioOf } from '#media/recorder/index.ts';
import { type LadderOptions, makeLadder as makeStoredLadder } from '#media/stored-ladder/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import { GIB } from '../files/quota.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { makeLadder } from '../recordings.jobs.ts';
import { isMediaUsed } from '../recordings.repo.ts';
import { createLadderWork, DiskNearlyFull, LadderWithdrawn, SliceOver } from './ladder-work.ts';
import * as repo from './ladders.repo.ts';

/** A channel's turn, after which another channel's video comes. */
const SLICE_MS = 5 * 60_000;

/** Another process goes on where one has not extended its hold for so long. */
const HOLD_SECONDS = 45;

/** Recordings, uploads and everything else come first: renditions leave this much of the disk to them. */
const RESERVED_BYTES = 2 * GIB;

const REQUESTED_AT_ONCE = 100;

/** Attempts in a row that store nothing. */
const MAX_FAILURES = 3;

const DISK_FULL = 'Others wait until an admin has freed space on the disk, which is nearly full.';
const FAILED =
  'Others could not be made, since frames could not be encoded. The server tries again tomorrow.';

export interface LaddersOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly store: RecordingStore;
  /** Null where the storage is not on this machine. */
  readonly storageDisk: Pick<DiskSpace, 'freeBytes'> | null;
  readonly live: { readonly spareCores: Pick<Live['spareCores'], 'whenFree'> };
  /** Tests set a shorter one. */
  readonly sliceMs?: number;
  /** Tests watch the process, and pass one that misbehaves. */
  readonly encoder?: Pick<LadderOptions, 'onProcess' | 'worker'>;
}

export interface Ladders {
  /** Sends jobs for recordings that lack renditions. */
  requestAll(): Promise<void>;
  /** The same for one recording, which has changed. */
  request(id: StreamId): Promise<void>;
  /** Makes the renditions of a recording, or the next part of them. @throws where the storage or the signal stops it */
  make(id: StreamId, signal: AbortSignal): Promise<void>;
}

export function createLadders(options: LaddersOptions): Ladders {
  const { db, log, jobs, store, live, storageDisk, sliceMs = SLICE_MS, encoder } = options;

  const isOn = async () => (await db.read(readSettings)).recordingRenditions;

  async function send(tx: Writer, { id, streamerId }: repo.WantedLadder): Promise<void> {
    await jobs.send(tx, makeLadder, { streamId: id }, { singletonKey: id, turnOf: streamerId });
  }

  async function work(wanted: repo.WantedLadder, hold: repo.Hold, signal: AbortSignal): Promise<void> {
    const { mediaId, trim } = wanted;
    const turn = createLadderWork({
      signal,
      sliceMs,
      whenFree: (stop) => live.spareCores.whenFree(stop),
      hasRoom: () => storageDisk === null || storageDisk.freeBytes >= RESERVED_BYTES,
      extend: (changes) =>
        db.transact((tx) => repo.extend(tx, hold, mediaId, { seconds: HOLD_SECONDS, ...changes })),
    });
    let hasStored = false;
    try {
      const index = await store.index(mediaId);
      const edges = (trim?.segments ?? []).flatMap(({ run }) => index.edge(run) ?? []);
      const ladder = await makeStoredLadder({
        runs: [...index.listed.map(({ run }) => run), ...edges],
        audio: audioOf(index),
        heights: (await db.read(readSettings)).transcodingHeights,
        stored: await store.ladderFiles(mediaId),
        files: {
          readSource: (path) => store.readWhole(mediaId, path),
          read: (path) => store.readLadderFile(mediaId, path),
          async put(path, bytes) {
            await store.putLadderFile(mediaId, path, bytes);
            hasStored = true;
          },
          deleteRendition: (run, name) => store.deleteLadder(mediaId, turn.signal, { run, name }),
        },
        signal: turn.signal,
        onPlanned: (names) => turn.begin(names),
        beforeSegment: (share) => turn.beforeSegment(share),
        ...encoder,
      });
      await db.transact(async (tx) => {
        if (!(await repo.setReady(tx, hold, trim, ladder))) return;
        await publish(tx, streamChanged, { streamId: wanted.id, streamerId: wanted.streamerId });
      });
    } catch (error) {
      if (signal.aborted) await db.transact((tx) => repo.release(tx, hold));
      else await onStopped(wanted, hold, error, hasStored);
      signal.throwIfAborted();
    } finally {
      turn.close();
    }
  }

  async function onStopped(
    wanted: repo.WantedLadder,
    hold: repo.Hold,
    error: unknown,
    hasStored: boolean,
  ): Promise<void> {
    if (error instanceof LadderWithdrawn) return;
    const isFull =
      error instanceof DiskNearlyFull || (error instanceof AppError && error.code === 'disk_unwritable');
    const isAway = error instanceof AppError && error.kind === 'unavailable' && !isFull;
    if (isAway) {
      await db.transact((tx) => repo.release(tx, hold));
      throw error;
    }
    if (isFull) return await db.transact((tx) => repo.release(tx, hold, { problem: DISK_FULL }));
    if (error instanceof SliceOver) {
      return await db.transact(async (tx) => {
        await repo.release(tx, hold);
        await send(tx, wanted);
      });
    }
    const failures = (hasStored ? 0 : await db.read((reader) => repo.failuresOf(reader, hold))) + 1;
    log.warn({ err: error, streamId: wanted.id, failures }, 'Renditions of a recording could not be made');
    const isFailed = failures >= MAX_FAILURES;
    await db.transact((tx) =>
      repo.release(tx, hold, { failures, ...(isFailed && { isFailed, problem: FAILED }) }),
    );
  }

  return {
    async requestAll() {
      if (!(await isOn())) return;
      const all = await db.read((reader) => repo.findAllWanted(reader, REQUESTED_AT_ONCE));
      for (const wanted of all) await db.transact((tx) => send(tx, wanted));
    },
    async request(id) {
      const wanted = await db.read((reader) => repo.findWanted(reader, id));
      if (wanted !== undefined && (await isOn())) await db.transact((tx) => send(tx, wanted));
    },
    async make(id, signal) {
      const wanted = await db.read((reader) => repo.findWanted(reader, id));
      if (wanted === undefined || !(await isOn())) return;
      const hold = { id, holder: randomUUID() };
      if (!(await db.transact((tx) => repo.hold(tx, hold, HOLD_SECONDS)))) return;
      try {
        await work(wanted, hold, signal);
      } finally {
        // The recording may have been deleted while a segment was stored.
        const isUsed = await db.read((reader) => isMediaUsed(reader, wanted.mediaId));
        if (!isUsed) await store.deleteLadder(wanted.mediaId, new AbortController().signal);
      }
    },
  };
}
