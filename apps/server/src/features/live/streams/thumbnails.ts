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
export class Thumbnails {
  readonly #db: Database;
  readonly #storage: Storage;
  readonly #thumbnailer: Thumbnailer;

  constructor(db: Database, storage: Storage, log: Log) {
    this.#db = db;
    this.#storage = storage;
    this.#thumbnailer = new Thumbnailer({
      log,
      onThumbnail: (streamId, bytes, contentType) =>
        void this.keep(streamId as StreamId, bytes, contentType).catch((err: unknown) => {
          log.warn({ err, streamId }, 'A thumbnail could not be stored');
        }),
    });
  }

  /** Generates the thumbnails of a live stream. */
  reader(streamId: string): StreamReader {
    return this.#thumbnailer.reader(streamId);
  }

  /** @returns null where the keyframe cannot be decoded */
  renderTile(keyframe: Keyframe): Promise<Uint8Array | null> {
    return this.#thumbnailer.renderTile(keyframe);
  }

  /** @returns null where the keyframe cannot be decoded */
  renderThumbnail(keyframe: Keyframe): Promise<Uint8Array | null> {
    return this.#thumbnailer.renderThumbnail(keyframe);
  }

  /** @returns null where this process does not serve the stream, or its video cannot be decoded */
  renderNewest(id: StreamId): Promise<Uint8Array | null> {
    return this.#thumbnailer.renderNewest(id);
  }

  /** The generated thumbnail of a stream; the caller decides who sees it. */
  async stored(id: StreamId): Promise<Uint8Array | null> {
    for (const extension of Object.values(EXTENSIONS)) {
      const object = await this.#storage.get(`thumbnails/${id}.${extension}`);
      if (object !== null) return await object.bytes();
    }
    return null;
  }

  close(): void {
    this.#thumbnailer.close();
  }

  /** Stores a new thumbnail. Does nothing if the stream has no row (yet), or is gated. */
  async keep(id: StreamId, bytes: Uint8Array, contentType: string): Promise<void> {
    const extension = EXTENSIONS[contentType];
    if (extension === undefined) return;
    const stream = await this.#db.read((db) => findById(db, id));
    if (stream === null || stream.gate !== null) return;
    await this.#storage.put(`thumbnails/${id}.${extension}`, bytes);
    await this.#db.transact(async (tx) => {
      await repo.setThumbnail(tx, id, nextUrl(await repo.lockThumbnail(tx, id), id, extension));
      await publish(tx, streamChanged, { streamId: id, streamerId: stream.streamer.id });
    });
  }

  /** Deletes the thumbnails of deleted streams. */
  async delete(ids: readonly StreamId[]): Promise<void> {
    for (const id of ids) {
      for (const extension of Object.values(EXTENSIONS)) {
        await this.#storage.delete(`thumbnails/${id}.${extension}`);
      }
    }
  }

  /**
   * @param file as in the URL
   * @returns null where there is none, or it must not be shown
   */
  async read(file: string): Promise<StoredObject | null> {
    const parsed = parseFile(file);
    if (parsed === null) return null;
    const { id, extension } = parsed;
    const url = await this.#db.read((db) => repo.findPublicThumbnail(db, id));
    const isPresent = url?.split('?', 1)[0] === `/thumbnails/${file}`;
    return isPresent ? this.#storage.get(`thumbnails/${id}.${extension}`) : null;
  }
}
