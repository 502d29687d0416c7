/** Uploads from their first byte to their last, as their creators see them. */
import { UPLOADS_AT_ONCE, type Uploads as UploadList } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { GIB, type Quota } from '../files/quota.ts';
import { deleteRecordingFiles } from '../recordings.jobs.ts';
import type { UploadFiles } from './upload-files.ts';
import { laneOf, wakeLane } from './upload-lanes.ts';
import * as queue from './upload-queue.repo.ts';
import { errors } from './uploads.errors.ts';
import * as repo from './uploads.repo.ts';

const FILE_NAME_MAX = 255;

/** A process that works on an upload has noticed that it was canceled, or has died. */
const STOPPED_MS = MINUTE_MS;

export interface NewUpload {
  readonly id: StreamId;
  readonly fileName: string;
  readonly byteLength: number;
}

export interface Uploads {
  list(userId: UserId): Promise<UploadList>;
  /**
   * Reserves the declared size of a file in the quota of its channel.
   * @throws upload_name_missing, upload_empty, uploads_disabled, upload_too_large, too_many_uploads,
   *   over_quota, upload_disk_full
   */
  create(userId: UserId, upload: NewUpload): Promise<void>;
  /**
   * An upload that its owner may continue.
   * @throws upload_not_found, over_quota: something else has used the storage since it began
   */
  open(userId: UserId, id: StreamId): Promise<repo.OwnUpload>;
  setReceived(id: StreamId, receivedBytes: number): Promise<void>;
  /** Has a complete file processed. Does nothing the second time. */
  complete(id: StreamId): Promise<void>;
  /** Cancels an upload or its processing, or removes a failed one. @throws upload_not_found */
  delete(userId: UserId, id: StreamId): Promise<void>;
}

export function createUploads(
  db: Database,
  jobs: Jobs,
  files: UploadFiles,
  quota: Pick<Quota, 'check'>,
): Uploads {
  return {
    list: async (userId) =>
      await db.read(async (reader) => {
        const rows = await repo.findOwn(reader, userId);
        const ahead = await queue.countAhead(reader, userId);
        const { uploadMaxGib } = await readSettings(reader);
        const items = rows.map(({ streamerId: _, createdAt, ...row }) => ({
          ...row,
          ahead: ahead.get(row.id) ?? null,
          createdAt: createdAt.toISOString(),
        }));
        return { items, maxBytes: uploadMaxGib * GIB };
      }),
    async create(userId, { id, fileName, byteLength }) {
      const name = fileName.trim();
      if (name === '' || name.length > FILE_NAME_MAX) throw errors.upload_name_missing();
      if (!(byteLength > 0)) throw errors.upload_empty();
      files.checkRoom(byteLength);
      await db.transact(async (tx) => {
        await repo.lockUploads(tx, userId);
        const { uploadMaxGib } = await readSettings(tx);
        if (uploadMaxGib === 0) throw errors.uploads_disabled();
        if (byteLength > uploadMaxGib * GIB) throw errors.upload_too_large();
        if ((await repo.countUnfinished(tx, userId)) >= UPLOADS_AT_ONCE) throw errors.too_many_uploads();
        await repo.insert(tx, { id, streamerId: userId, fileName: name, byteLength });
        await quota.check(tx, userId);
      });
      try {
        await files.create(id);
      } catch (error) {
        // Its creator could not continue it, and it would count toward the quota.
        await db.transact((tx) => repo.remove(tx, id));
        throw error;
      }
    },
    open: async (userId, id) =>
      await db.read(async (reader) => {
        const upload = await repo.find(reader, id);
        if (upload?.streamerId !== userId || upload.state !== 'uploading') throw errors.upload_not_found();
        await quota.check(reader, userId);
        return upload;
      }),
    async setReceived(id, receivedBytes) {
      await db.transact((tx) => repo.setReceived(tx, id, receivedBytes));
    },
    async complete(id) {
      await db.transact(async (tx) => {
        const upload = await repo.find(tx, id);
        const lane = upload && (await queue.enqueue(tx, id, laneOf(upload.byteLength)));
        if (lane) await wakeLane(jobs, tx, lane);
      });
    },
    async delete(userId, id) {
      await db.transact(async (tx) => {
        const upload = await repo.find(tx, id);
        if (upload?.streamerId !== userId) throw errors.upload_not_found();
        await repo.remove(tx, id);
        if (upload.state !== 'processing') return;
        // What its process has stored, also where that dies before it stops.
        const startAfter = new Date(Date.now() + STOPPED_MS);
        await jobs.send(tx, deleteRecordingFiles, { streamId: id }, { startAfter });
      });
      await files.delete(id);
    },
  };
}
