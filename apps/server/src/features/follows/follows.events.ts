import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';
import { defineHook } from '#platform/hooks.ts';

const follow = z.object({ followerId: userId, streamerId: userId });

/** A person has followed a channel that they did not follow before. */
export const followed = defineEvent('follows.followed', follow);

export const unfollowed = defineEvent('follows.unfollowed', follow);

/** Hook that runs in the transaction that inserts a new follow. */
export const following = defineHook<z.infer<typeof follow>>('follows.following');
