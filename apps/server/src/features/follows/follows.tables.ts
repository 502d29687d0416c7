import type { FollowNotifications } from '@tributary/contracts/follows';
import type { UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface FollowsTable {
  follower_id: UserId;
  streamer_id: UserId;
  created_at: Generated<Date>;
  notifications: Generated<FollowNotifications>;
}

interface FollowerCountsTable {
  streamer_id: UserId;
  followers: number;
}

interface UserBlocksTable {
  blocker_id: UserId;
  blocked_id: UserId;
  created_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    follows: FollowsTable;
    follower_counts: FollowerCountsTable;
    user_blocks: UserBlocksTable;
  }
}
