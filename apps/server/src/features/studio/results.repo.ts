/** Reads the followers, payments and raids of a channel in a period. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { StreamResults } from '@tributary/contracts/studio';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

export async function countChat(
  db: Reader,
  id: StreamId,
): Promise<Pick<StreamResults, 'chatMessages' | 'chatters'>> {
  return await db
    .selectFrom('chat_messages')
    .select(sql<number>`count(*)::int`.as('chatMessages'))
    .select(sql<number>`count(DISTINCT author_id)::int`.as('chatters'))
    .where('stream_id', '=', id)
    .where('kind', '!=', 'system')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function countFollowers(db: Reader, creatorId: UserId, { from, to }: Period): Promise<number> {
  const row = await db
    .selectFrom('follows')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('streamer_id', '=', creatorId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countDonations(db: Reader, creatorId: UserId, { from, to }: Period): Promise<number> {
  const row = await db
    .selectFrom('donations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('recipient_id', '=', creatorId)
    .where('status', '=', 'completed')
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countSubscriptions(
  db: Reader,
  creatorId: UserId,
  { from, to }: Period,
): Promise<number> {
  const row = await db
    .selectFrom('subscription_tiers as t')
    .innerJoin('tier_subscriptions as s', 's.tier_id', 't.id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('t.creator_id', '=', creatorId)
    .where('s.created_at', '>=', from)
    .where('s.created_at', '<=', to)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countRaids(db: Reader, id: StreamId): Promise<number> {
  const row = await db
    .selectFrom('chat_raids')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('target_stream_id', '=', id)
    .where('state', '=', 'departed')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The creator's share of what was paid in the period, in the currency of the instance. */
export async function sumEarned(
  db: Reader,
  creatorId: UserId,
  { from, to }: Period,
): Promise<Pick<StreamResults, 'earnedCents' | 'currency'>> {
  const { currency } = await db.selectFrom('instance_settings').select('currency').executeTakeFirstOrThrow();
  const { earned } = await db
    .selectFrom('charges')
    .select(
      sql<string>`coalesce(sum(net_cents - taken_back_cents + returned_fee_cents), 0)::text`.as('earned'),
    )
    .where('creator_id', '=', creatorId)
    .where('captured_at', '>=', from)
    .where('captured_at', '<=', to)
    .executeTakeFirstOrThrow();
  return { earnedCents: Number(earned), currency };
}
