/** What happened in a creator's balance up to a payout, as the ledger has it. */
import type { UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface StatementEntry {
  /** Of the ledger transaction. */
  readonly id: number;
  readonly kind: string;
  readonly subjectId: string;
  readonly at: Date;
  /** Without the fee. */
  readonly grossCents: number;
  readonly feeCents: number;
}

/**
 * The entries of a creator's pending and available balance that belong to a payout or an earlier one. An entry belongs
 * to the first payout that was requested after it, and whose period ends after it.
 */
const entriesOf = (streamerId: UserId, payoutId: string) => sql`
  with requested as (
    select p.id, p.period_start, p.period_end, t.id as transaction_id
    from payouts p join ledger_transactions t on t.idempotency_key = 'payout:' || p.id || ':requested'
    where p.streamer_id = ${streamerId}
  ), this as (
    select * from requested where id = ${payoutId}
  ), previous as (
    select r.* from requested r, this where r.period_end <= this.period_start and r.id <> this.id
    order by r.period_end desc limit 1
  ), entries as (
    select t.id, t.kind, t.subject_id as "subjectId", t.occurred_at as at, e.change,
      coalesce((select sum(f.amount) from ledger_entries f join ledger_accounts a on a.id = f.account_id
        where f.transaction_id = t.id and a.kind = 'platform_fees'), 0) as fee,
      coalesce(t.id = previous.transaction_id
        or (t.id < previous.transaction_id and t.occurred_at < previous.period_end), false) as is_before
    from this left join previous on true
      join lateral (
        select transaction_id, sum(amount) as change from ledger_entries
        where account_id in (select id from ledger_accounts
          where owner_id = ${streamerId} and kind in ('creator_pending', 'creator_available'))
          and transaction_id <= this.transaction_id
        group by 1
      ) e on true
      join ledger_transactions t on t.id = e.transaction_id
    where t.kind <> 'released' and (t.id = this.transaction_id or t.occurred_at < this.period_end)
  )`;

export interface StatementSum {
  /** Null: everything before the statement. */
  readonly kind: string | null;
  readonly changeCents: number;
  readonly feeCents: number;
}

/** Sums by kind of transaction. */
export const sumEntries = async (
  db: Reader,
  streamerId: UserId,
  payoutId: string,
): Promise<readonly StatementSum[]> =>
  (
    await sql<StatementSum>`
      ${entriesOf(streamerId, payoutId)}
      select case when not is_before then kind end as kind, sum(change)::bigint as "changeCents",
        sum(fee)::bigint as "feeCents"
      from entries group by 1`.execute(db)
  ).rows;

/** Those of the statement, in the order of the ledger. */
export const findEntries = async (
  db: Reader,
  streamerId: UserId,
  payoutId: string,
  { after, limit }: { after: number; limit: number },
): Promise<readonly StatementEntry[]> =>
  (
    await sql<StatementEntry>`
      ${entriesOf(streamerId, payoutId)}
      select id, kind, "subjectId", at, (change + fee)::bigint as "grossCents", (-fee)::bigint as "feeCents"
      from entries where not is_before and id > ${after} order by id limit ${limit}`.execute(db)
  ).rows;
