import type { NotificationType, StreamId, UserId } from '@tributary/contracts';
import type { Generated } from 'kysely';

interface FollowsTable {
  follower_id: UserId;
  streamer_id: UserId;
  created_at: Generated<Date>;
}

interface FollowerCountsTable {
  streamer_id: UserId;
  followers: number;
}

interface SavedStreamsTable {
  user_id: UserId;
  stream_id: StreamId;
  created_at: Generated<Date>;
}

interface WatchHistoryTable {
  user_id: UserId;
  stream_id: StreamId;
  first_watched_at: Date;
  last_watched_at: Date;
  seconds_watched: Generated<number>;
}

interface PreferencesTable {
  user_id: UserId;
  autoplay: boolean;
  low_data: boolean;
  max_height: 360 | 480 | 720 | 1080 | null;
  theme: 'system' | 'dark' | 'light' | null;
  peer_to_peer: boolean;
  history_paused: boolean;
  updated_at: Generated<Date>;
}

interface NotificationPreferencesTable {
  user_id: UserId;
  type: NotificationType;
  in_app: boolean;
  web_push: boolean;
  mail: boolean;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    follows: FollowsTable;
    follower_counts: FollowerCountsTable;
    saved_streams: SavedStreamsTable;
    watch_history: WatchHistoryTable;
    preferences: PreferencesTable;
    notification_preferences: NotificationPreferencesTable;
  }
}
