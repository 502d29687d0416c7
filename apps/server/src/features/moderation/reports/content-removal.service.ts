/** Removes reported content through the feature that owns it. */
import type { ReportKind, ReportTarget } from '@tributary/contracts/moderation';
import { removeMessage } from '#features/chat/index.ts';
import type { ClipsFeature } from '#features/clips/index.ts';
import { removeComment } from '#features/comments/index.ts';
import { removeDonationMessage } from '#features/donations/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { type HiddenBy, hideStream } from '../streams/hide-stream.ts';

export interface ContentOwners {
  readonly users: Pick<Users, 'changeProfile'>;
  readonly images: Pick<Images, 'release'>;
  readonly clips: Pick<ClipsFeature, 'remove'>;
}

/** An event has buyers, who must be refunded, so only its creator can cancel it. */
export const isRemovable = (kind: ReportKind): boolean => kind !== 'event';

/**
 * Removes reported content. Idempotent.
 * @throws AppError `not_removable`
 */
export type RemoveContent = (tx: Writer, target: ReportTarget, by: HiddenBy) => Promise<void>;

export const createContentRemoval =
  ({ users, images, clips }: ContentOwners): RemoveContent =>
  async (tx, target, by) => {
    switch (target.kind) {
      case 'profile': {
        const { avatarUrl } = await users.changeProfile(tx, target.id, { bio: '', avatarUrl: null });
        return await images.release(tx, avatarUrl);
      }
      case 'stream':
        return void (await hideStream(tx, target.id, by));
      case 'clip':
        return void (await clips.remove(tx, target.id));
      case 'message':
        return await removeMessage(tx, target.streamId, target.number);
      case 'comment':
        return await removeComment(tx, target.id);
      case 'donation':
        return await removeDonationMessage(tx, target.id);
      case 'event':
        throw moderationErrors.not_removable();
    }
  };
