/** Makes recordings from uploaded files. */
import { randomBytes } from 'node:crypto';
import { UPLOAD_MAX_HOURS } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { ChannelsFeature } from '#features/channels/index.ts';
import { languageOf } from '#features/identity/index.ts';
import { addUploadedStream, type Live, streamChanged } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { type ImportLimits, importMedia } from '#media/importer/index.ts';
import { runName } from '#media/recorder/index.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { type LocalizedText, localize } from '#platform/messages/index.ts';
import type { Quota } from '../files/quota.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { deleteRecordingFiles } from '../recordings.jobs.ts';
import { uploadFailed, uploadReady } from '../recordings.notifications.ts';
import { addPrivate, isMediaUsed } from '../recordings.repo.ts';
import type { Storyboards } from '../storyboards/storyboards.service.ts';
import { type StorageWaits, untilStored } from './until-stored.ts';
import { DISK_FULL, failureOf, GIVEN_UP, OVER_QUOTA } from './upload-failures.ts';
import type { UploadFiles } from './upload-files.ts';
import * as repo from './uploads.repo.ts';

export interface UploadProcessorOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly store: RecordingStore;
  readonly files: UploadFiles;
  readonly quota: Pick<Quota, 'roomOf'>;
  readonly live: { readonly thumbnails: Pick<Live['thumbnails'], 'keep'> };
  readonly channels: Pick<ChannelsFeature, 'settings'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly storyboards: Pick<Storyboards, 'request'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
  /** Tests set lower ones. */
  readonly importLimits?: Partial<ImportLimits>;
  readonly storageWaits?: Partial<StorageWaits>;
}

const TITLE_MAX = 140;

/** Ends processing with a sentence for the uploader. */
class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
  readonly failure: LocalizedText;

  constructor(failure: LocalizedText) {
    super(localize(failure, SOURCE_LANGUAGE));
    this.failure = failure;
  }
}

/** Its uploader has canceled it, or another process has taken it over. */
export class UploadCanceled extends Error {
  override readonly name = 'UploadCanceled';
}

/** An attempt to process an upload. */
interface Attempt extends repo.Attempt {
  readonly startsAt: Date;
  /** The folder of what it stores. */
  readonly run: string;
}

/** `Holiday, part 1.final.mp4` becomes `Holiday, part 1.final`. */
export function titleOf(fileName: string): string {
  // Control characters and what would be a path are no part of a title.
  const name = (fileName.split(/[\\/]/).at(-1) ?? '').replace(/\p{Control}/gu, '');
  const title = name.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  return [...(title || 'Upload')].slice(0, TITLE_MAX).join('');
}

export interface UploadProcessor {
  /**
   * Processes a complete upload, from its beginning where an earlier attempt died.
   * @throws where the storage, the database or the signal stops it; a later attempt may succeed
   */
  process(id: StreamId, signal: AbortSignal): Promise<void>;
  /** Ends processing permanently, and has a job delete what it has stored. */
  fail(options: repo.OwnUpload, failure?: LocalizedText): Promise<void>;
}

export function createUploadProcessor(options: UploadProcessorOptions): UploadProcessor {
  const {
    db,
    log,
    files,
    store,
    nowMs,
    jobs,
    notifications,
    live,
    importLimits,
    storageWaits,
    channels,
    storyboards,
    quota,
  } = options;

  /** Another process may have made a recording of the same upload, or be about to. */
  async function deleteAttempt({ id, run }: Attempt): Promise<void> {
    const { signal } = new AbortController();
    await store.deleteRun(id, signal, run);
    if ((await db.read((reader) => repo.find(reader, id))) === undefined) {
      await deleteCanceled(id, signal);
    }
  }

  /** An earlier attempt died after it stored files of an upload that has been canceled, or after it made a recording. */
  async function deleteCanceled(id: StreamId, signal: AbortSignal): Promise<void> {
    if (await db.read((reader) => isMediaUsed(reader, id))) return;
    await store.delete(id, signal);
    await files.delete(id);
  }

  async function fail(
    { id, streamerId, fileName }: repo.OwnUpload,
    failure: LocalizedText = GIVEN_UP,
  ): Promise<void> {
    await db.transact(async (tx) => {
      const sentence = localize(failure, await languageOf(tx, streamerId));
      if (!(await repo.setFailed(tx, id, sentence))) return;
      await jobs.send(tx, deleteRecordingFiles, { streamId: id });
      const notification = uploadFailed.of({ streamId: id, title: titleOf(fileName), failure });
      await notifications.notify(tx, { userId: streamerId, ...notification });
    });
  }

  async function importFile(upload: repo.OwnUpload, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { id } = upload;
    const { epoch, startsAt } = attempt;
    const path = files.pathOf(id);
    // Received by a process with another disk, or lost with this one's.
    if ((await files.sizeOf(id)) !== upload.byteLength) throw new UploadFailed(GIVEN_UP);
    const room = await db.read((reader) => quota.roomOf(reader, upload.streamerId, id));
    const canceled = new AbortController();
    const ending = AbortSignal.any([signal, canceled.signal]);
    let written = 0;
    const result = await importMedia({
      path,
      maxSeconds: UPLOAD_MAX_HOURS * 3600,
      startMs: startsAt.getTime(),
      epoch,
      signal: ending,
      ...(importLimits && { limits: importLimits }),
      sink: {
        put: async (name, bytes) => {
          written += bytes.byteLength;
          if (written > room) throw new UploadFailed(OVER_QUOTA);
          try {
            files.checkRoom(bytes.byteLength);
            await untilStored(() => store.put(id, name, bytes), ending, storageWaits);
          } catch (error) {
            const isFull =
              error instanceof AppError && ['disk_unwritable', 'upload_disk_full'].includes(error.code);
            throw isFull ? new UploadFailed(DISK_FULL) : error;
          }
        },
        onProgress: (share) => {
          db.transact((tx) => repo.setProcessed(tx, attempt, share)).then(
            (goesOn) => goesOn || canceled.abort(new UploadCanceled('It was canceled, or taken over.')),
            () => undefined,
          );
        },
      },
    });
    if (result.outcome === 'refused') throw new UploadFailed(failureOf(result.refusal));
    await publishRecording(upload, attempt, ending);
    if (result.thumbnail !== null) await live.thumbnails.keep(id, result.thumbnail, 'image/webp');
  }

  async function publishRecording(
    { id, streamerId, fileName }: repo.OwnUpload,
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<void> {
    const { startsAt } = attempt;
    const stored = await untilStored(() => store.finish(id, attempt.run), signal, storageWaits);
    const settings = await channels.settings(streamerId);
    const title = titleOf(fileName);
    await db.transact(async (tx) => {
      if (!(await repo.complete(tx, attempt))) throw new UploadCanceled('It was canceled, or taken over.');
      await addUploadedStream(tx, settings, { id, streamerId, title, at: startsAt });
      await addPrivate(tx, id, streamerId, { ...stored, startsAt });
      await storyboards.request(tx, id);
      await publish(tx, streamChanged, { streamId: id, streamerId });
      await notifications.notify(tx, { userId: streamerId, ...uploadReady.of({ streamId: id, title }) });
    });
  }

  return {
    async process(id, signal) {
      const upload = await db.read((reader) => repo.find(reader, id));
      if (upload === undefined) return await deleteCanceled(id, signal);
      if (upload.state === 'failed') return await files.delete(id);
      if (upload.state !== 'processing') return;
      const startsAt = new Date(nowMs());
      const epoch = randomBytes(6).toString('hex');
      const attempt: Attempt = { id, epoch, startsAt, run: runName(startsAt.getTime(), 0, epoch) };
      try {
        if (!(await db.transact((tx) => repo.beginAttempt(tx, attempt))))
          throw new UploadCanceled('It was canceled.');
        await store.delete(id, signal);
        await importFile(upload, attempt, signal);
      } catch (error) {
        const isFinal = error instanceof UploadFailed || error instanceof UploadCanceled;
        if (!isFinal) throw error;
        log.info({ uploadId: id, reason: error.message }, 'An upload was not processed');
        if (error instanceof UploadFailed) await fail(upload, error.failure);
        else return await deleteAttempt(attempt);
      }
      await files.delete(id);
    },
    fail,
  };
}
