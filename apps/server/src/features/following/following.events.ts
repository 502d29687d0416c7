import { userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

const follow = z.object({ followerId: userId, streamerId: userId });

/** Somebody follows a channel who did not before. */
export const followed = defineEvent('following.followed', follow);

export const unfollowed = defineEvent('following.unfollowed', follow);
