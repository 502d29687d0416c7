import type { UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/** What of a creator's pending balance becomes available next; null if all of it waits for something to happen. */
export async function findNextRelease(
  db: Reader,
  creatorId: UserId,
): Promise<{ at: Date; amountCents: number } | null> {
  const { rows } = await sql<{ at: Date; amountCents: number }>`
    select available_at as at, sum(net_cents - taken_back_cents + returned_fee_cents)::bigint as "amountCents"
    from charges
    where creator_id = ${creatorId} and released_at is null and reversed_at is null and available_at is not null
    group by available_at
    having sum(net_cents - taken_back_cents + returned_fee_cents) > 0
    order by available_at limit 1`.execute(db);
  return rows[0] ?? null;
}
