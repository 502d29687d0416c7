/** Comments below recordings, which have the moderation of the channel's chats. */
import { createChannelRules } from '#features/chat/index.ts';
import type { Live } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { recordingRemoving } from '#features/recordings/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { type Feature, onHook } from '#platform/feature.ts';
import { type Jobs, work } from '#platform/jobs/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { createCommentAccess } from './comment-access.ts';
import { findAllOf, findLikesOf, findRecordingsOff } from './comment-exports.repo.ts';
import { deleteLikesOf } from './comment-likes.repo.ts';
import { createCommentModeration } from './comment-moderation.service.ts';
import { createCommentNotices } from './comment-notices.service.ts';
import { deleteRecordingSettings, findIsOn } from './commented-recordings.repo.ts';
import { notifyOfComment } from './comments.jobs.ts';
import { removeAllOf } from './comments.repo.ts';
import { commentsRoutes } from './comments.routes.ts';
import { createComments } from './comments.service.ts';

export { remove as removeComment } from './comments.repo.ts';

export interface CommentsFeatureOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly live: Pick<Live, 'playback'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

export function createCommentsFeature(parts: CommentsFeatureOptions): Feature {
  const { playback } = parts.live;
  const rules = createChannelRules();
  const access = createCommentAccess({ ...parts, playback, rules });
  const options = { ...parts, rules, access };
  const { db } = options;
  const notices = createCommentNotices(options);
  return {
    name: 'comments',
    routes(app) {
      const moderation = createCommentModeration(options);
      commentsRoutes(app, { comments: createComments(options), moderation });
    },
    jobs: [work(notifyOfComment, ({ commentId, repliedTo }) => notices.notify(commentId, repliedTo))],
    subscriptions: [
      onHook(recordingRemoving, async (tx, { streamId }) => {
        await removeAllOf(tx, streamId);
        await deleteRecordingSettings(tx, streamId);
      }),
    ],
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        comments: await findAllOf(reader, userId),
        commentLikes: await findLikesOf(reader, userId),
        commentSettings: {
          isOn: await findIsOn(reader, userId),
          recordingsOff: await findRecordingsOff(reader, userId),
        },
      })),
    deleteUserData: (tx, userId) => deleteLikesOf(tx, userId),
  };
}
