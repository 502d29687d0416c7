/** The tables push_subscriptions and push_keys. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export const findSubscription = (db: Reader, id: string): Promise<Subscription | undefined> =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst();

export async function findIdsOf(db: Reader, userIds: readonly UserId[]): Promise<string[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** A browser has one endpoint, which belongs to the account that subscribed last. */
export async function putSubscription(
  tx: Writer,
  userId: UserId,
  sessionId: string,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  const values = { user_id: userId, session_id: sessionId, p256dh, auth };
  await tx
    .insertInto('push_subscriptions')
    .values({ id: uuidv7(), endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
}

/** Deletes all but the newest `most` subscriptions of a person. */
export async function trimSubscriptions(tx: Writer, userId: UserId, most: number): Promise<void> {
  const old = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .offset(most);
  await tx.deleteFrom('push_subscriptions').where('id', 'in', old).execute();
}

export async function deleteByEndpoint(tx: Writer, userId: UserId, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteSubscription(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

export interface StoredKeys {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** Stores the keys if there are none yet. @returns the stored ones */
export async function keepKeys(tx: Writer, keys: StoredKeys): Promise<StoredKeys> {
  await tx
    .insertInto('push_keys')
    .values({ public_key: keys.publicKey, private_key: keys.sealedPrivateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'private_key as sealedPrivateKey'])
    .executeTakeFirstOrThrow();
}

/** The times at which a person's browsers were subscribed, for the export of their data. */
export const findAllOf = (db: Reader, userId: UserId) =>
  db
    .selectFrom('push_subscriptions')
    .select('created_at as createdAt')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
