import {
  type Preferences as Chosen,
  DEFAULT_NOTIFICATION_DELIVERY,
  NOTIFICATION_TYPES,
  notificationType,
  type PreferencesEdit,
} from '@tributary/contracts/preferences';
import type { UserId } from '@tributary/contracts/shared';
import type { Database, Reader } from '#platform/db/database.ts';
import * as repo from './preferences.repo.ts';

export interface Preferences {
  of(userId: UserId): Promise<Chosen>;
  /** Changes the given preferences only. */
  edit(userId: UserId, changes: PreferencesEdit): Promise<Chosen>;
}

export function createPreferencesService(db: Database): Preferences {
  async function read(reader: Reader, userId: UserId): Promise<Chosen> {
    const row = await repo.findPreferences(reader, userId);
    const ways = await repo.findNotificationWays(reader, userId);
    const notifications = NOTIFICATION_TYPES.map((type) => [
      type,
      ways.get(type) ?? DEFAULT_NOTIFICATION_DELIVERY,
    ]);
    return {
      playback: { autoplay: row.autoplay, lowData: row.low_data },
      notifications: Object.fromEntries(notifications),
      theme: row.theme,
      historyPaused: row.history_paused,
    };
  }

  return {
    of: (userId) => db.read((reader) => read(reader, userId)),
    edit: (userId, { playback, notifications, theme, historyPaused }) =>
      db.transact(async (tx) => {
        await repo.putPreferences(tx, userId, {
          ...(playback?.autoplay !== undefined && { autoplay: playback.autoplay }),
          ...(playback?.lowData !== undefined && { low_data: playback.lowData }),
          ...(theme !== undefined && { theme }),
          ...(historyPaused !== undefined && { history_paused: historyPaused }),
        });
        for (const type of notificationType.options) {
          const ways = notifications?.[type];
          if (ways) await repo.putNotificationWays(tx, userId, type, ways);
        }
        return read(tx, userId);
      }),
  };
}
