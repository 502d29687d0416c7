/** Sums of creators' earnings by days of UTC. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import type { Bucket } from './buckets.ts';

export interface EarningsRow {
  /** The start of the bucket. */
  readonly from: Date;
  readonly source: 'donations' | 'tickets' | 'subscriptions';
  readonly amount: number;
  readonly platformFee: number;
  readonly netAmount: number;
  /** The number of donations, tickets or payments. */
  readonly count: number;
}

const of = (creatorId: UserId | null) => (creatorId === null ? sql`` : sql`and creator_id = ${creatorId}`);

/** @param creatorId null sums the whole instance @param since the start of a day */
export async function findEarnings(
  db: Reader,
  creatorId: UserId | null,
  { bucket, since }: { bucket: Bucket; since: Date },
): Promise<EarningsRow[]> {
  const { rows } = await sql<EarningsRow>`
    select date_trunc(${bucket}, day::timestamp) at time zone 'UTC' as "from", source,
      sum(gross_cents)::bigint as amount, sum(fee_cents)::bigint as "platformFee",
      sum(net_cents)::bigint as "netAmount", sum(charges) as count
    from daily_earnings
    where day >= ${dayOf(since)} ${of(creatorId)}
    group by 1, 2`.execute(db);
  return rows;
}

/**
 * Net earnings in minor units on the days from `from` (inclusive) to `until` (exclusive).
 * @param creatorId null sums the whole instance
 */
export async function sumNet(db: Reader, creatorId: UserId | null, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(net_cents), 0)::bigint as net from daily_earnings
    where day >= ${dayOf(from)} and day < ${dayOf(until)} ${of(creatorId)}`.execute(db);
  return rows[0]?.net ?? 0;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
