/** Thumbnails of recordings: those that creators choose, and what becomes of all where fewer people may see them. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import {
  type Live,
  renameThumbnail,
  replaceThumbnail,
  setCustomThumbnail,
  streamChanged,
} from '#features/live/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { findOne, lockOne, type OwnRecording } from '../editing/own-recordings.repo.ts';
import { errors } from '../recordings.errors.ts';
import { moveThumbnail } from '../recordings.jobs.ts';
import * as repo from './recording-thumbnails.repo.ts';

export interface RecordingThumbnailsOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly images: Pick<Images, 'store' | 'copy' | 'claim' | 'release' | 'discard'>;
  readonly live: { readonly thumbnails: Pick<Live['thumbnails'], 'delete'> };
}

export interface RecordingThumbnails {
  /**
   * @param bytes null: removes the image that the creator chose
   * @throws recording_not_found, and those of `Images.store`
   */
  set(userId: UserId, id: StreamId, bytes: Buffer | null): Promise<void>;
  /** Moves the thumbnail of a recording to a URL that nobody knows: a file that its creator uploaded, by a job. */
  hide(tx: Writer, recording: OwnRecording): Promise<void>;
  /** Moves an uploaded thumbnail. Does nothing where the stream has another one by now. */
  move(id: StreamId, url: string): Promise<void>;
  /** @param thumbnail of a stream that is deleted; its URL is null unless its creator uploaded it */
  delete(thumbnail: {
    readonly streamId: StreamId;
    readonly streamerId: UserId;
    readonly url: string | null;
  }): Promise<void>;
}

export function createRecordingThumbnails(options: RecordingThumbnailsOptions): RecordingThumbnails {
  const { db, images, jobs, live } = options;

  /** Deletes an image unless something else of the channel shows it. */
  async function discardUnused(streamerId: UserId, url: string | null): Promise<void> {
    if (url !== null && !(await db.read((reader) => repo.isThumbnailUsed(reader, streamerId, url))))
      await images.discard(url);
  }

  return {
    async set(userId, id, bytes) {
      const known = await db.read((reader) => findOne(reader, userId, id));
      if (known === undefined) throw errors.recording_not_found();
      const url = bytes && (await images.store(bytes, 'thumbnail', userId));
      try {
        await db.transact(async (tx, onCommit) => {
          const before = await lockOne(tx, userId, id);
          if (before === undefined || before.state === 'deleted') throw errors.recording_not_found();
          await setCustomThumbnail(tx, id, url);
          await images.claim(tx, url);
          onCommit(() => discardUnused(userId, before.hasCustomThumbnail ? before.thumbnailUrl : null));
          await publish(tx, streamChanged, { streamId: id, streamerId: userId });
        });
      } catch (error) {
        await images.discard(url);
        throw error;
      }
    },
    async hide(tx, { streamId, hasCustomThumbnail, thumbnailUrl: url }) {
      if (!hasCustomThumbnail) await renameThumbnail(tx, streamId);
      else if (url !== null) await jobs.send(tx, moveThumbnail, { streamId, url });
    },
    async move(id, url) {
      const copy = await images.copy(url);
      if (copy === null) return;
      const unused = await db.transact(async (tx) => {
        const streamerId = await replaceThumbnail(tx, id, { before: url, after: copy });
        if (streamerId === null) return copy;
        await images.claim(tx, copy);
        if (await repo.isThumbnailUsed(tx, streamerId, url)) return null;
        await images.release(tx, url);
        return url;
      });
      await images.discard(unused);
    },
    async delete(thumbnail) {
      await live.thumbnails.delete([thumbnail.streamId]);
      await discardUnused(thumbnail.streamerId, thumbnail.url);
    },
  };
}
