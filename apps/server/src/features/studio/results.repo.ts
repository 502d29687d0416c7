/** Counts messages, payments and raids of a stream. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { StreamResults } from '@tributary/contracts/studio';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface Period {
  readonly from: Date;
  readonly until: Date;
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

export async function countDonations(
  db: Reader,
  creatorId: UserId,
  { from, until }: Period,
): Promise<number> {
  const row = await db
    .selectFrom('donations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('recipient_id', '=', creatorId)
    .where('status', '=', 'completed')
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countSubscriptions(
  db: Reader,
  creatorId: UserId,
  { from, until }: Period,
): Promise<number> {
  const row = await db
    .selectFrom('subscription_tiers as t')
    .innerJoin('tier_subscriptions as s', 's.tier_id', 't.id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('t.creator_id', '=', creatorId)
    .where('s.created_at', '>=', from)
    .where('s.created_at', '<', until)
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
