import type { SharingChoice } from '@tributary/contracts/preferences';
import type { UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface PreferencesTable {
  user_id: UserId;
  autoplay: boolean;
  low_data: boolean;
  theme: 'system' | 'dark' | 'light' | null;
  history_paused: boolean;
  sharing: SharingChoice | null;
  updated_at: Generated<Date>;
}

interface NotificationPreferencesTable {
  user_id: UserId;
  /** The key of a `NotificationPreference`. */
  preference: string;
  in_app: boolean;
  web_push: boolean;
  mail: boolean;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    preferences: PreferencesTable;
    notification_preferences: NotificationPreferencesTable;
  }
}
