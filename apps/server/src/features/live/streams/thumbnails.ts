import type { StreamId } from '@tributary/contracts/shared';
import type { StreamReader } from '#media/reader.ts';
import { type Keyframe, Thumbnailer } from '#media/thumbnailer/index.ts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Storage, StoredObject } from '#platform/storage/index.ts';
import { streamChanged } from '../live.events.ts';
import { findById } from './streams.repo.ts';
import { nextUrl, parseFile, type ThumbnailExtension } from './thumbnail-url.ts';
import * as repo from './thumbnails.repo.ts';

const EXTENSIONS: Readonly<Record<string, ThumbnailExtension>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
};

/** The generated thumbnail of each stream, stored under the stream's id. */
export interface Thumbnails {
  /** Generates the thumbnails of a live stream. */
  reader(streamId: string): StreamReader;
  /** @returns null where the keyframe cannot be decoded */
  renderTile(keyframe: Keyframe): Promise<Uint8Array | null>;
  /** @returns null where the keyframe cannot be decoded */
  renderThumbnail(keyframe: Keyframe): Promise<Uint8Array | null>;
  /** @returns null where this process does not serve the stream, or its video cannot be decoded */
  renderNewest(id: StreamId): Promise<Uint8Array | null>;
  /** The generated thumbnail of a stream; the caller decides who sees it. */
  stored(id: StreamId): Promise<Uint8Array | null>;
  close(): void;
  /** Stores a new thumbnail. Does nothing if the stream has no row (yet), or is gated. */
  keep(id: StreamId, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Deletes the thumbnails of deleted streams. */
  delete(ids: readonly StreamId[]): Promise<void>;
  /**
   * @param file as in the URL
   * @returns null where there is none, or it must not be shown
   */
  read(file: string): Promise<StoredObject | null>;
}

export function createThumbnails(db: Database, storage: Storage, log: Log): Thumbnails {
  const thumbnailer = new Thumbnailer({
    log,
    onThumbnail: (streamId, bytes, contentType) =>
      void keep(streamId as StreamId, bytes, contentType).catch((err: unknown) => {
        log.warn({ err, streamId }, 'A thumbnail could not be stored');
      }),
  });

  async function keep(id: StreamId, bytes: Uint8Array, contentType: string): Promise<void> {
    const extension = EXTENSIONS[contentType];
    if (extension === undefined) return;
    const stream = await db.read((reader) => findById(reader, id));
    if (stream === null || stream.gate !== null) return;
    await storage.put(`thumbnails/${id}.${extension}`, bytes);
    await db.transact(async (tx) => {
      await repo.setThumbnail(tx, id, nextUrl(await repo.lockThumbnail(tx, id), id, extension));
      await publish(tx, streamChanged, { streamId: id, streamerId: stream.streamer.id });
    });
  }

  return {
    reader: (streamId) => thumbnailer.reader(streamId),
    renderTile: (keyframe) => thumbnailer.renderTile(keyframe),
    renderThumbnail: (keyframe) => thumbnailer.renderThumbnail(keyframe),
    renderNewest: (id) => thumbnailer.renderNewest(id),
    async stored(id) {
      for (const extension of Object.values(EXTENSIONS)) {
        const object = await storage.get(`thumbnails/${id}.${extension}`);
        if (object !== null) return await object.bytes();
      }
      return null;
    },
    close() {
      thumbnailer.close();
    },
    keep,
    async delete(ids) {
      for (const id of ids) {
        for (const extension of Object.values(EXTENSIONS)) {
          await storage.delete(`thumbnails/${id}.${extension}`);
        }
      }
    },
    async read(file) {
      const parsed = parseFile(file);
      if (parsed === null) return null;
      const { id, extension } = parsed;
      const url = await db.read((reader) => repo.findPublicThumbnail(reader, id));
      const isPresent = url?.split('?', 1)[0] === `/thumbnails/${file}`;
      return isPresent ? storage.get(`thumbnails/${id}.${extension}`) : null;
    },
  };
}
