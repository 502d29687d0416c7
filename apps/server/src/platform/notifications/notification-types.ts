import type { Role } from '@tributary/contracts/shared';
import { type NotificationPreference, type NotificationType, otherUpdates } from './define-notification.ts';

/** All notifications that the features of this program declare. */
export interface NotificationTypes {
  /** @throws Error if another notification has the type, or another preference the key */
  add(definition: NotificationType): void;
  /** Undefined for the type of a stored row that is no longer declared. */
  find(type: string): NotificationType | undefined;
  /** @throws Error if no feature declares it */
  require(type: string): NotificationType;
  /** The preferences of an account with these roles, in the order of features. The one for other updates comes last. */
  preferencesFor(roles: readonly Role[]): readonly NotificationPreference[];
  findPreference(key: string): NotificationPreference | undefined;
}

export function createNotificationTypes(definitions: readonly NotificationType[] = []): NotificationTypes {
  const types = new Map<string, NotificationType>();
  const preferences = new Map<string, NotificationPreference>([[otherUpdates.key, otherUpdates]]);

  function add(definition: NotificationType): void {
    const { type, preference } = definition;
    if (types.has(type)) throw new Error(`Two notifications have the type "${type}".`);
    types.set(type, definition);
    if (preference === null) return;
    const known = preferences.get(preference.key);
    if (known !== undefined && known !== preference)
      throw new Error(`Two notification preferences have the key "${preference.key}".`);
    preferences.set(preference.key, preference);
  }

  for (const definition of definitions) add(definition);
  return {
    add,
    find: (type) => types.get(type),
    require(type) {
      const found = types.get(type);
      if (found === undefined) throw new Error(`No feature declares the notification "${type}".`);
      return found;
    },
    preferencesFor(roles) {
      const [other, ...own] = preferences.values();
      const all = other === undefined ? own : [...own, other];
      return all.filter(({ audience }) => audience === 'viewer' || roles.includes(audience));
    },
    findPreference: (key) => preferences.get(key),
  };
}
