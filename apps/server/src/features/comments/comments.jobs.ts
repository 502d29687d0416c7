import { commentId } from '@tributary/contracts/comments';
import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Notifies the creator of the recording and the person whom a comment answers. */
export const notifyOfComment = defineJob(
  'comments.notify',
  z.object({ commentId, repliedTo: userId.nullable() }),
);
