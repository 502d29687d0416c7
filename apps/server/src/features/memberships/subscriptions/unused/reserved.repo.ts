import type { UserId } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface SimplyReserved {
  /** The sum in minor units, calculated as by `reservedCents`. */
  readonly cents: number;
  /** The other subscriptions, which may reserve an amount, too. */
  readonly otherIds: readonly string[];
}

/**
 * Sums the reserved amounts of subscriptions that a single charge pays for, in one statement, so that a creator may
 * have very many of them. Nearly all subscriptions are such: no other charge is as new, and it covers the price without
 * credit.
 *
 * A provider may report the charge shortly before the period that it pays for. If there is only one since a day before
 * the period, it is the newest one, and the only one of the period.
 */
export async function sumSimplyReserved(db: Reader, creatorId: UserId, at: Date): Promise<SimplyReserved> {
  const { rows } = await sql<SimplyReserved>`
    select
      coalesce(sum(due - (${divideUp('fee * (taken_back + due)', 'gross')} - ${divideUp('fee * taken_back', 'gross')}))
        filter (where is_simple and is_released), 0)::bigint as cents,
      coalesce(array_agg(id) filter (where not is_simple and (
        charges > 0 or exists (select from charges where subject_id = reserved.id))), '{}') as "otherIds"
    from (
      select *, charges = 1 and gross >= price and credit_cents = 0 as is_simple,
        greatest(0, least(${divideUp('price * left_ms', 'whole_ms')}, price - taken_back)) as due
      from (
        select s.id, s.credit_cents, count(c.subject_id) as charges,
          -- Of one charge.
          min(c.gross_cents) as gross, min(c.taken_back_cents) as taken_back, min(c.fee_cents) as fee,
          bool_and(c.held_by = 'platform' and c.released_at is not null) as is_released,
          case when s.is_gift then min(c.gross_cents) else s.price_cents end as price,
          ${milliseconds(sql`s.current_period_end - greatest(s.current_period_start, ${at})`)} as left_ms,
          ${milliseconds(sql`s.current_period_end - s.current_period_start`)} as whole_ms
        from subscription_tiers t join tier_subscriptions s on s.tier_id = t.id
          left join charges c on c.subject_id = s.id and c.purpose in ('subscription', 'gift')
            and c.captured_at >= s.current_period_start - interval '1 day'
        where t.creator_id = ${creatorId} and s.status in ('trialing', 'active')
          and (s.current_period_end > ${at} or s.credit_cents > 0)
          and (s.price_cents > 0 or s.credit_cents > 0 or s.is_gift)
        group by s.id
      ) as paid
    ) as reserved`.execute(db);
  return rows[0] ?? { cents: 0, otherIds: [] };
}

/** Divides whole numbers and rounds up; `of` must not be negative. */
const divideUp = (of: string, by: string) => sql.raw(`((${of} + ${by} - 1) / ${by})`);

const milliseconds = (interval: RawBuilder<unknown>) => sql`(date_part('epoch', ${interval}) * 1000)::bigint`;
