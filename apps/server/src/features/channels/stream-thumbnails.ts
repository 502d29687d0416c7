/** The thumbnail that a creator uploads to replace the frames of their streams. */
import type { StreamSettings } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import * as repo from './channels.repo.ts';
import { publishSettings } from './channels.service.ts';

export type IsThumbnailShown = (userId: UserId, url: string) => Promise<boolean>;

export interface StreamThumbnails {
  /**
   * Sets the thumbnail of the live and the next stream; null removes it.
   * @throws AppError `not_a_streamer`, and those of `Images.store`
   */
  set(userId: UserId, bytes: Buffer | null): Promise<StreamSettings>;
  /** Registers a use of thumbnails by another feature: a replaced file is kept while any of them still shows it. */
  addUse(isShown: IsThumbnailShown): void;
  /** Deletes the file of a channel that is deleted in `tx`. */
  onDelete(tx: Writer, userId: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export interface StreamThumbnailsOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'store' | 'claim' | 'discard'>;
}

export function createStreamThumbnails(options: StreamThumbnailsOptions): StreamThumbnails {
  const { db, images } = options;
  const uses: IsThumbnailShown[] = [];

  async function discardUnshown(userId: UserId, url: string | null): Promise<void> {
    if (url === null) return;
    const shown = await Promise.all(uses.map((isShown) => isShown(userId, url)));
    if (!shown.includes(true)) await images.discard(url);
  }

  return {
    addUse: (isShown) => void uses.push(isShown),
    async set(userId, bytes) {
      const url = bytes && (await images.store(bytes, 'thumbnail', userId));
      try {
        return await db.transact(async (tx, onCommit) => {
          const before = await repo.replaceThumbnail(tx, userId, url);
          await images.claim(tx, url);
          onCommit(() => discardUnshown(userId, before));
          return publishSettings(tx, userId);
        });
      } catch (error) {
        await images.discard(url);
        throw error;
      }
    },
    async onDelete(tx, userId, onCommit) {
      const settings = await repo.findSettings(tx, userId);
      onCommit(() => images.discard(settings?.thumbnailUrl ?? null));
    },
  };
}
