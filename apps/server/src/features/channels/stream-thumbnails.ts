/** The picture that a creator chooses for their streams, instead of pictures of the stream itself. */
import type { StreamSettings, UserId } from '@tributary/contracts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import * as repo from './channels.repo.ts';
import { announceSettings } from './stream-settings.ts';

export type IsThumbnailShown = (userId: UserId, url: string) => Promise<boolean>;

export interface StreamThumbnails {
  /** For the running and the next stream; null: without. @throws AppError `not_a_streamer`, and as `Images.store` does */
  set(userId: UserId, bytes: Buffer | null): Promise<StreamSettings>;
  /** Called by features that show thumbnails elsewhere: a replaced one is kept while any of them still shows it. */
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
      const url = bytes && (await images.store(bytes, 'thumbnail'));
      try {
        return await db.transact(async (tx, onCommit) => {
          const before = await repo.replaceThumbnail(tx, userId, url);
          await images.claim(tx, url);
          onCommit(() => discardUnshown(userId, before));
          return announceSettings(tx, userId);
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
