/** Preferences of a person, which apply on every device they sign in on. */
import type { NotificationType } from '@tributary/contracts/preferences';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { preferencesRoutes } from './preferences.routes.ts';
import { createPreferencesService } from './preferences.service.ts';

export { notificationWaysOf } from './preferences.repo.ts';

export interface PreferencesFeature extends Feature {
  /** Turns off mail notifications of one type, for the unsubscribe link in such a mail. */
  turnOffMail(userId: UserId, type: NotificationType): Promise<void>;
}

export function createPreferences({ db }: { readonly db: Database }): PreferencesFeature {
  const preferences = createPreferencesService(db);
  return {
    name: 'preferences',
    routes: (app) => preferencesRoutes(app, preferences),
    turnOffMail: async (userId, type) => {
      await preferences.edit(userId, { notifications: { [type]: { mail: false } } });
    },
    exportUserData: async (userId) => ({ preferences: await preferences.of(userId) }),
  };
}
