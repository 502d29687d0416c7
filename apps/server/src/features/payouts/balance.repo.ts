import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface Balances {
  readonly pendingCents: number;
  readonly availableCents: number;
  /** Requested payouts that are neither completed nor failed. */
  readonly inTransitCents: number;
}

export async function balancesOf(db: Reader, creatorId: UserId): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select
      coalesce(sum(balance) filter (where kind = 'creator_pending'), 0)::bigint as "pendingCents",
      coalesce(sum(balance) filter (where kind = 'creator_available'), 0)::bigint as "availableCents",
      (select coalesce(sum(amount), 0)::bigint from payouts
        where streamer_id = ${creatorId} and status = 'pending') as "inTransitCents"
    from ledger_accounts where owner_id = ${creatorId}`.execute(db);
  return rows[0] ?? { pendingCents: 0, availableCents: 0, inTransitCents: 0 };
}

/**
 * The part of a creator's pending balance that becomes available next, by the present dates of events; null if none.
 */
export async function findNextRelease(
  db: Reader,
  creatorId: UserId,
): Promise<{ at: Date; amountCents: number } | null> {
  const { rows } = await sql<{ at: Date; amountCents: number }>`
    select at, sum(net_cents - taken_back_cents + returned_fee_cents)::bigint as "amountCents"
    from charges c
    left join ppv_events e on c.purpose = 'ticket' and c.earned_at is null and e.id = c.subject_id,
      lateral (select greatest(available_at, event_date + duration_minutes * interval '1 minute') as at) expected
    where c.creator_id = ${creatorId} and released_at is null and reversed_at is null and available_at is not null
      and e.status is distinct from 'canceled'
    group by at
    having sum(net_cents - taken_back_cents + returned_fee_cents) > 0
    order by at limit 1`.execute(db);
  return rows[0] ?? null;
}
