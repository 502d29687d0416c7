/** Files of thumbnails, where fewer people may see them than before. What was generated has a URL that can change alone. */
import type { StreamId, UserId } from '@tributary/contracts';
import type { Live } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import * as own from './own-recordings.repo.ts';

export interface CustomThumbnailsOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'copy' | 'claim' | 'release' | 'discard'>;
  readonly live: Pick<Live, 'deleteThumbnails'>;
}

export interface CustomThumbnails {
  /** Moves an uploaded thumbnail to a URL that nobody knows. Does nothing where the stream has another one by now. */
  move(id: StreamId, url: string): Promise<void>;
  /** @param thumbnail of a stream that is deleted; its URL is null unless its creator uploaded it */
  delete(thumbnail: {
    readonly streamId: StreamId;
    readonly streamerId: UserId;
    readonly url: string | null;
  }): Promise<void>;
}

export function createCustomThumbnails({ db, images, live }: CustomThumbnailsOptions): CustomThumbnails {
  return {
    async move(id, url) {
      const copy = await images.copy(url);
      if (copy === null) return;
      const unused = await db.transact(async (tx) => {
        const streamerId = await own.replaceThumbnail(tx, id, { before: url, after: copy });
        if (streamerId === null) return copy;
        await images.claim(tx, copy);
        if (await own.isThumbnailUsed(tx, streamerId, url)) return null;
        await images.release(tx, url);
        return url;
      });
      await images.discard(unused);
    },
    async delete({ streamId, streamerId, url }) {
      await live.deleteThumbnails([streamId]);
      if (url !== null && !(await db.read((reader) => own.isThumbnailUsed(reader, streamerId, url))))
        await images.discard(url);
    },
  };
}
