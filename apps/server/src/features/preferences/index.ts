/** Preferences of a person, which apply on every device they sign in on. */
import type { NotificationType, UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';
import { preferencesRoutes } from './preferences.routes.ts';
import { createPreferencesService } from './preferences.service.ts';

export { notificationWaysOf } from './preferences.repo.ts';

export interface PreferencesFeature {
  routes(app: FastifyInstance): void;
  /** Turns off mail notifications of one type, for the unsubscribe link in such a mail. */
  turnOffMail(userId: UserId, type: NotificationType): Promise<void>;
  /** The user data kept here. Deleting the account deletes it by foreign key. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
}

export function createPreferences(db: Database): PreferencesFeature {
  const preferences = createPreferencesService(db);
  return {
    routes: (app) => preferencesRoutes(app, preferences),
    turnOffMail: async (userId, type) => {
      await preferences.edit(userId, { notifications: { [type]: { mail: false } } });
    },
    exportOf: async (userId) => ({ preferences: await preferences.of(userId) }),
  };
}
