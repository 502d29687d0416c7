import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface NotificationsTable {
  id: string;
  user_id: UserId;
  /** The type that a feature declares, or once declared. */
  type: string;
  title: string;
  message: string;
  read: Generated<boolean>;
  listed: Generated<boolean>;
  created_at: Generated<Date>;
  href: string | null;
  actor_id: UserId | null;
  dedupe_key: string | null;
}

interface LiveAnnouncementsTable {
  streamer_id: UserId;
  stream_id: StreamId;
  announced_at: Date;
  notified_up_to: UserId | null;
}

interface PushSubscriptionsTable {
  id: string;
  user_id: UserId;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Generated<Date>;
}

interface PushKeysTable {
  sole: Generated<boolean>;
  public_key: string;
  private_key: string;
  created_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    notifications: NotificationsTable;
    live_announcements: LiveAnnouncementsTable;
    push_subscriptions: PushSubscriptionsTable;
    push_keys: PushKeysTable;
  }
}
