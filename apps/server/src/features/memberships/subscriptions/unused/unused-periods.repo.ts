import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import type { PaidPeriod } from './unused-periods.ts';

/**
 * The running paid periods of a channel's subscriptions and gifts, and their credit for later periods.
 * @param among only these subscriptions
 */
export const findPaidPeriods = async (
  db: Reader,
  creatorId: UserId,
  now: Date,
  among: readonly string[] | null = null,
): Promise<PaidPeriod[]> =>
  (
    await sql<PaidPeriod>`
      select case when not s.is_gift then s.price_cents end as "priceCents",
        s.credit_cents as "creditCents", s.current_period_start as start, s.current_period_end as "end",
        (select jsonb_agg(jsonb_build_object('id', id, 'grossCents', gross_cents,
            'remainingCents', gross_cents - taken_back_cents, 'feeCents', fee_cents,
            'isReleased', held_by = 'platform' and released_at is not null,
            'isCurrent', captured_at >= least(
              s.current_period_start,
              (select max(captured_at) from charges where subject_id = s.id))) order by captured_at desc, id desc)
          from charges where subject_id = s.id) as charges
      from tier_subscriptions s join subscription_tiers t on t.id = s.tier_id
      where t.creator_id = ${creatorId} and s.status in ('trialing', 'active') and (s.current_period_end > ${now} or s.credit_cents > 0)
        and (${among}::uuid[] is null or s.id = any(${among}))
        and exists (select from charges where subject_id = s.id and taken_back_cents < gross_cents)`.execute(
      db,
    )
  ).rows;
