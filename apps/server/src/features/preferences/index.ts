/** Preferences of a person, which apply on every device. */
import { role, type UserId } from '@tributary/contracts/shared';
import type { Feature } from '#platform/feature.ts';
import { preferencesRoutes } from './preferences.routes.ts';
import { createPreferencesService, type PreferencesOptions } from './preferences.service.ts';

export { findPreferences, notificationWaysOf } from './preferences.repo.ts';

export interface PreferencesFeature extends Feature {
  /**
   * Turns off mails of one notification preference, for the unsubscribe link in such a mail.
   * @param key the key of the preference
   * @throws AppError `notification_preference_unknown`
   */
  turnOffMail(userId: UserId, key: string): Promise<void>;
}

export function createPreferences(options: PreferencesOptions): PreferencesFeature {
  const preferences = createPreferencesService(options);
  return {
    name: 'preferences',
    routes: (app) => preferencesRoutes(app, preferences),
    turnOffMail: async (userId, key) => {
      await preferences.edit({ userId, roles: [] }, { notifications: { [key]: { mail: false } } });
    },
    exportUserData: async (userId) => ({
      preferences: await preferences.of({ userId, roles: role.options }),
    }),
  };
}
