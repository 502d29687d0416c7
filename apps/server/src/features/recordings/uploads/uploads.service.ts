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

export class Uploads {
  readonly #db: Database;
  readonly #jobs: Jobs;
  readonly #files: UploadFiles;
  readonly #quota: Pick<Quota, 'check'>;

  constructor(db: Database, jobs: Jobs, files: UploadFiles, quota: Pick<Quota, 'check'>) {
    this.#db = db;
    this.#jobs = jobs;
    this.#files = files;
    this.#quota = quota;
  }

  async list(userId: UserId): Promise<UploadList> {
    return await this.#db.read(async (reader) => {
      const rows = await repo.findOwn(reader, userId);
      const ahead = await queue.countAhead(reader, userId);
      const { uploadMaxGib } = await readSettings(reader);
      const items = rows.map(({ streamerId: _, createdAt, ...row }) => ({
        ...row,
        ahead: ahead.get(row.id) ?? null,
        createdAt: createdAt.toISOString(),
      }));
      return { items, maxBytes: uploadMaxGib * GIB };
    });
  }

  /**
   * Reserves the declared size of a file in the quota of its channel.
   * @throws upload_name_missing, upload_empty, uploads_disabled, upload_too_large, too_many_uploads,
   *   over_quota, upload_disk_full
   */
  async create(userId: UserId, { id, fileName, byteLength }: NewUpload): Promise<void> {
    const name = fileName.trim();
    if (name === '' || name.length > FILE_NAME_MAX) throw errors.upload_name_missing();
    if (!(byteLength > 0)) throw errors.upload_empty();
    this.#files.checkRoom(byteLength);
    await this.#db.transact(async (tx) => {
      await repo.lockUploads(tx, userId);
      const { uploadMaxGib } = await readSettings(tx);
      if (uploadMaxGib === 0) throw errors.uploads_disabled();
      if (byteLength > uploadMaxGib * GIB) throw errors.upload_too_large();
      if ((await repo.countUnfinished(tx, userId)) >= UPLOADS_AT_ONCE) throw errors.too_many_uploads();
      await repo.insert(tx, { id, streamerId: userId, fileName: name, byteLength });
      await this.#quota.check(tx, userId);
    });
    try {
      await this.#files.create(id);
    } catch (error) {
      // Nobody could continue it, and it would count toward the quota.
      await this.#db.transact((tx) => repo.remove(tx, id));
      throw error;
    }
  }

  /**
   * An upload that its owner may continue.
   * @throws upload_not_found, over_quota: something else has used the storage since it began
   */
  async open(userId: UserId, id: StreamId): Promise<repo.OwnUpload> {
    return await this.#db.read(async (reader) => {
      const upload = await repo.find(reader, id);
      if (upload?.streamerId !== userId || upload.state !== 'uploading') throw errors.upload_not_found();
      await this.#quota.check(reader, userId);
      return upload;
    });
  }

  async setReceived(id: StreamId, receivedBytes: number): Promise<void> {
    await this.#db.transact((tx) => repo.setReceived(tx, id, receivedBytes));
  }

  /** Has a complete file processed. Does nothing the second time. */
  async complete(id: StreamId): Promise<void> {
    await this.#db.transact(async (tx) => {
      const upload = await repo.find(tx, id);
      const lane = upload && (await queue.enqueue(tx, id, laneOf(upload.byteLength)));
      if (lane) await wakeLane(this.#jobs, tx, lane);
    });
  }

  /** Cancels an upload or its processing, or removes a failed one. @throws upload_not_found */
  async delete(userId: UserId, id: StreamId): Promise<void> {
    await this.#db.transact(async (tx) => {
      const upload = await repo.find(tx, id);
      if (upload?.streamerId !== userId) throw errors.upload_not_found();
      await repo.remove(tx, id);
      if (upload.state !== 'processing') return;
      // What its process has stored, also where that dies before it stops.
      const startAfter = new Date(Date.now() + STOPPED_MS);
      await this.#jobs.send(tx, deleteRecordingFiles, { streamId: id }, { startAfter });
    });
    await this.#files.delete(id);
  }
}
