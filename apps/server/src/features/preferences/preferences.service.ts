import {
  type Preferences as Chosen,
  DEFAULT_NOTIFICATION_DELIVERY,
  type PreferencesEdit,
} from '@tributary/contracts/preferences';
import { type Role, role, type UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import { languageOf, type Users } from '#features/identity/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { written } from '#platform/messages/index.ts';
import type { NotificationTypes } from '#platform/notifications/index.ts';
import { preferencesErrors } from './preferences.errors.ts';
import * as repo from './preferences.repo.ts';

export interface Person {
  readonly userId: UserId;
  readonly roles: readonly Role[];
}

export interface Preferences {
  /** @param language the language of labels; by default that of mails to the person */
  of(person: Person, language?: Language): Promise<Chosen>;
  /**
   * Changes only the given preferences.
   * @throws AppError `notification_preference_unknown`
   */
  edit(person: Person, changes: PreferencesEdit, language?: Language): Promise<Chosen>;
}

export interface PreferencesOptions {
  readonly db: Database;
  readonly users: Pick<Users, 'chosenLanguage' | 'chooseLanguage'>;
  readonly notificationTypes: Pick<NotificationTypes, 'preferencesFor' | 'findPreference'>;
}

export function createPreferencesService({ db, users, notificationTypes }: PreferencesOptions): Preferences {
  async function read(reader: Reader, { userId, roles }: Person, language?: Language): Promise<Chosen> {
    const labelsIn = language ?? (await languageOf(reader, userId));
    const row = await repo.findPreferences(reader, userId);
    const ways = await repo.findNotificationWays(reader, userId);
    return {
      playback: { autoplay: row.autoplay, lowData: row.low_data, sharing: row.sharing },
      notifications: notificationTypes.preferencesFor(roles).map(({ key, label }) => ({
        key,
        label: written(label, labelsIn),
        ...(ways.get(key) ?? DEFAULT_NOTIFICATION_DELIVERY),
      })),
      theme: row.theme,
      language: await users.chosenLanguage(reader, userId),
      historyPaused: row.history_paused,
    };
  }

  function requireKnown(key: string): void {
    if (notificationTypes.findPreference(key)) return;
    const known = notificationTypes.preferencesFor(role.options);
    throw preferencesErrors.notification_preference_unknown({
      values: { key, known: known.map((preference) => preference.key).join(', ') },
    });
  }

  return {
    of: (person, language) => db.read((reader) => read(reader, person, language)),
    async edit(person, { playback, notifications = {}, theme, historyPaused, language: chosen }, language) {
      const { userId } = person;
      for (const key of Object.keys(notifications)) requireKnown(key);
      return db.transact(async (tx) => {
        await repo.putPreferences(tx, userId, {
          ...(playback?.autoplay !== undefined && { autoplay: playback.autoplay }),
          ...(playback?.lowData !== undefined && { low_data: playback.lowData }),
          ...(playback?.sharing !== undefined && { sharing: playback.sharing }),
          ...(theme !== undefined && { theme }),
          ...(historyPaused !== undefined && { history_paused: historyPaused }),
        });
        if (chosen !== undefined) await users.chooseLanguage(tx, userId, chosen);
        for (const [key, ways] of Object.entries(notifications).toSorted())
          await repo.putNotificationWays(tx, userId, key, ways);
        return read(tx, person, language);
      });
    },
  };
}
