/** The picture that a creator chooses for their streams, instead of pictures of the stream itself. */
import type { StreamSettings, UserId } from '@tributary/contracts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import * as repo from './channels.repo.ts';
import { announceSettings } from './stream-settings.ts';

export interface StreamThumbnails {
  /** For the running and the next stream; null: without. @throws AppError `not_a_streamer`, and as `Images.store` does */
  set(userId: UserId, bytes: Buffer | null): Promise<StreamSettings>;
  /** Takes the file of a channel along that is deleted in `tx`. */
  onDelete(tx: Writer, userId: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export interface StreamThumbnailsOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'store' | 'claim' | 'discard'>;
  /** Whether a stream of this streamer, perhaps a past one, shows it. */
  isShown(userId: UserId, url: string): Promise<boolean>;
}

export function createStreamThumbnails(options: StreamThumbnailsOptions): StreamThumbnails {
  const { db, images } = options;

  async function discardUnshown(userId: UserId, url: string | null): Promise<void> {
    if (url !== null && !(await options.isShown(userId, url))) await images.discard(url);
  }

  return {
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
