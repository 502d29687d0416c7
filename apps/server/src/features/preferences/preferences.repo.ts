/** Preferences and notification preferences. */
import {
  DEFAULT_NOTIFICATION_DELIVERY,
  DEFAULT_PREFERENCES,
  type NotificationDelivery,
} from '@tributary/contracts/preferences';
import type { UserId } from '@tributary/contracts/shared';
import { type Selectable, sql } from 'kysely';
import type { Reader, Schema, Writer } from '#platform/db/index.ts';

/** The columns of `preferences` that a person can change. */
export type Choices = Omit<Selectable<Schema['preferences']>, 'user_id' | 'updated_at'>;

const DEFAULTS: Choices = {
  autoplay: DEFAULT_PREFERENCES.autoplay,
  low_data: DEFAULT_PREFERENCES.lowData,
  theme: DEFAULT_PREFERENCES.theme,
  history_paused: DEFAULT_PREFERENCES.historyPaused,
  sharing: DEFAULT_PREFERENCES.sharing,
};

export async function findPreferences(db: Reader, userId: UserId): Promise<Choices> {
  const row = await db
    .selectFrom('preferences')
    .select(['autoplay', 'low_data', 'theme', 'history_paused', 'sharing'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? DEFAULTS;
}

/** Changes only the given columns. */
export async function putPreferences(tx: Writer, userId: UserId, chosen: Partial<Choices>): Promise<void> {
  await tx
    .insertInto('preferences')
    .values({ user_id: userId, ...DEFAULTS, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...chosen, updated_at: sql`now()` }))
    .execute();
}

/** A person's ways of notification that differ from the defaults, by the key of the preference. */
export async function findNotificationWays(
  db: Reader,
  userId: UserId,
): Promise<ReadonlyMap<string, NotificationDelivery>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['preference', 'in_app as inApp', 'web_push as webPush', 'mail'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ preference, ...ways }) => [preference, ways]));
}

/** Changes only the given ways of one notification preference. */
export async function putNotificationWays(
  tx: Writer,
  userId: UserId,
  preference: string,
  { inApp, webPush, mail }: { [Way in keyof NotificationDelivery]?: boolean | undefined },
): Promise<void> {
  const chosen = {
    ...(inApp !== undefined && { in_app: inApp }),
    ...(webPush !== undefined && { web_push: webPush }),
    ...(mail !== undefined && { mail }),
  };
  if (Object.keys(chosen).length === 0) return;
  const { inApp: in_app, webPush: web_push, mail: by_mail } = DEFAULT_NOTIFICATION_DELIVERY;
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, preference, in_app, web_push, mail: by_mail, ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'preference']).doUpdateSet(chosen))
    .execute();
}

/**
 * The ways in which each of these people wants to be notified.
 * @param preference the key of a preference
 */
export async function notificationWaysOf(
  db: Reader,
  ids: readonly UserId[],
  preference: string,
): Promise<ReadonlyMap<UserId, NotificationDelivery>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id', 'in_app as inApp', 'web_push as webPush', 'mail'])
    .where('user_id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .where('preference', '=', preference)
    .execute();
  const chosen = new Map(rows.map(({ user_id, ...ways }) => [user_id, ways]));
  return new Map(ids.map((id) => [id, chosen.get(id) ?? DEFAULT_NOTIFICATION_DELIVERY]));
}
