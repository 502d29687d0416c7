/** Sums of completed donations and of tickets for ended events. */
import type { UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import type { Bucket } from './buckets.ts';

export interface EarningsRow {
  /** Start of the bucket. */
  readonly from: Date;
  readonly source: 'donations' | 'tickets';
  readonly amount: number;
  readonly platformFee: number;
  readonly netAmount: number;
  /** Number of donations or tickets. */
  readonly count: number;
}

/** @param creatorId null: the whole instance */
export async function findEarnings(
  db: Reader,
  creatorId: UserId | null,
  { bucket, since }: { bucket: Bucket; since: Date },
): Promise<EarningsRow[]> {
  const { rows } = await sql<EarningsRow>`
    select date_trunc(${bucket}, created_at, 'UTC') as "from", 'donations' as source,
      sum(amount)::bigint as amount, sum(platform_fee)::bigint as "platformFee",
      sum(net_amount)::bigint as "netAmount", count(*) as count
    from donations
    where status = 'completed' and created_at >= ${since} ${creatorId === null ? sql`` : sql`and recipient_id = ${creatorId}`}
    group by 1
    union all
    select date_trunc(${bucket}, event_date, 'UTC'), 'tickets',
      sum(total_revenue_cents)::bigint, sum(platform_commission_cents)::bigint,
      sum(total_revenue_cents - platform_commission_cents)::bigint, sum(total_tickets_sold)
    from ppv_events
    where status = 'ended' and event_date >= ${since} ${creatorId === null ? sql`` : sql`and creator_id = ${creatorId}`}
    group by 1`.execute(db);
  return rows;
}

/** Net earnings from `from` (inclusive) to `until` (exclusive). @param creatorId null: the whole instance */
export async function sumNet(db: Reader, creatorId: UserId | null, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ net: number }>`
    select (
      (select coalesce(sum(net_amount), 0) from donations
        where status = 'completed' and created_at >= ${from} and created_at < ${until}
          ${creatorId === null ? sql`` : sql`and recipient_id = ${creatorId}`})
      + (select coalesce(sum(total_revenue_cents - platform_commission_cents), 0) from ppv_events
        where status = 'ended' and event_date >= ${from} and event_date < ${until}
          ${creatorId === null ? sql`` : sql`and creator_id = ${creatorId}`})
    )::bigint as net`.execute(db);
  return rows[0]?.net ?? 0;
}
