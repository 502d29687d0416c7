/** Reads subscriptions for their holders. */
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { subscriptions } from '../tiers/tiers.repo.ts';

const all = (db: Reader) =>
  subscriptions(db)
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .select(['t.id as tierId', 't.name as tierName', 't.benefits', 't.creator_id as creatorId', 't.currency'])
    .select('s.price_cents as price')
    .select(['s.giver_id as giverId', 's.is_hidden as isHidden'])
    .select(['s.provider', 's.credit_cents as credit']);

const subscriptionsOf = (db: Reader, userId: UserId) => all(db).where('s.user_id', '=', userId);

export type StoredOwnSubscription = InferResult<ReturnType<typeof subscriptionsOf>>[number];

export const findSubscriptions = (
  db: Reader,
  userId: UserId,
  slice: Slice,
): Promise<StoredOwnSubscription[]> => selectSlice(subscriptionsOf(db, userId), slice, 's.id').execute();

export const findAllSubscriptionsOf = (db: Reader, userId: UserId): Promise<StoredOwnSubscription[]> =>
  subscriptionsOf(db, userId).orderBy('s.id', 'desc').execute();

/** A subscription that the person has or gave. */
export const findSubscription = (
  db: Reader,
  userId: UserId,
  id: string,
): Promise<StoredOwnSubscription | undefined> =>
  all(db)
    .where('s.id', '=', id)
    .where((where) => where.or([where('s.user_id', '=', userId), where('s.giver_id', '=', userId)]))
    .executeTakeFirst();

/** The open subscription to the tier, or else the billed one to another tier of the channel. */
export const findOpenFor = (
  db: Reader,
  userId: UserId,
  { tierId, creatorId }: { readonly tierId: string; readonly creatorId: UserId | null },
): Promise<StoredOwnSubscription | undefined> =>
  subscriptionsOf(db, userId)
    .where('s.status', '<>', 'canceled')
    .where((where) =>
      where.or([
        where('t.id', '=', tierId),
        where.and([where('t.creator_id', '=', creatorId), where('s.provider', 'is not', null)]),
      ]),
    )
    .orderBy(sql`t.id = ${tierId}`, 'desc')
    .limit(1)
    .executeTakeFirst();
