/** Reads the changes of a creator's balance up to a payout from the ledger. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StatementEntry {
  /** The id of the ledger transaction. */
  readonly id: number;
  readonly kind: string;
  readonly subjectId: string;
  readonly at: Date;
  /** The amount before the fee. */
  readonly grossCents: number;
  readonly feeCents: number;
}

/**
 * A payout, the closing balance of the previous statement, and the changes since then. An entry belongs to the first
 * payout that was requested after it, and whose period ends after it: usually entries of the period, and those that
 * were reported late. Each part is a range of an index, however long the history is.
 */
const changesOf = (streamerId: UserId, payoutId: string) => sql`
  with requested as not materialized (
    select p.*, t.id as transaction_id
    from payouts p join ledger_transactions t on t.idempotency_key = 'payout:' || p.id || ':requested'
  ), bounds as (
    select this.transaction_id as last, this.period_end as until, coalesce(previous.transaction_id, 0) as after,
      coalesce(previous.period_end, '-infinity') as since, coalesce(previous.closing_cents, 0) as opening
    from requested this left join lateral (
      select * from requested
      where streamer_id = this.streamer_id and period_end <= this.period_start and id <> this.id
      order by period_end desc limit 1
    ) previous on true
    where this.id = ${payoutId} and this.streamer_id = ${streamerId}
  ), changes as (
    select e.transaction_id, sum(e.amount) as change
    from bounds join ledger_accounts a
        on a.owner_id = ${streamerId} and a.kind in ('creator_pending', 'creator_available'),
      lateral (
        select transaction_id, amount from ledger_entries
        where account_id = a.id and occurred_at >= since and occurred_at < until
          and transaction_id <= last and transaction_id <> after
        union all
        select transaction_id, amount from ledger_entries
        where account_id = a.id and transaction_id > after and transaction_id <= last
          and (occurred_at < since or (occurred_at >= until and transaction_id = last))
      ) e
    group by 1
  )`;

const entriesOf = (streamerId: UserId, payoutId: string) => sql`
  ${changesOf(streamerId, payoutId)}, entries as (
    select t.id, t.kind, t.subject_id as "subjectId", t.occurred_at as at, c.change,
      coalesce((select sum(f.amount) from ledger_entries f join ledger_accounts a on a.id = f.account_id
        where f.transaction_id = t.id and a.kind = 'platform_fees'), 0) as fee
    from changes c join ledger_transactions t on t.id = c.transaction_id
    where t.kind <> 'released'
  )`;

export interface StatementSum {
  readonly kind: string;
  readonly changeCents: number;
  readonly feeCents: number;
}

/** The closing balance of a payout's statement, in minor units. */
export const findClosing = async (db: Reader, payoutId: string): Promise<number> =>
  (
    await db
      .selectFrom('payouts')
      .select('closing_cents')
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow()
  ).closing_cents ?? 0;

/** Sums of entries by kind of transaction. */
export const sumEntries = async (
  db: Reader,
  streamerId: UserId,
  payoutId: string,
): Promise<readonly StatementSum[]> =>
  (
    await sql<StatementSum>`
      ${entriesOf(streamerId, payoutId)}
      select kind, sum(change)::bigint as "changeCents", sum(fee)::bigint as "feeCents"
      from entries group by 1`.execute(db)
  ).rows;

/** Sorted in the order of the ledger. */
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
      from entries where id > ${after} order by id limit ${limit}`.execute(db)
  ).rows;

/**
 * Stores the closing balance of a payout's statement, once the payout is in the ledger. The balances must be locked.
 */
export async function closeStatement(tx: Writer, streamerId: UserId, payoutId: string): Promise<void> {
  await sql`
    ${changesOf(streamerId, payoutId)}
    update payouts set closing_cents =
      (select opening from bounds) + (select coalesce(sum(change), 0) from changes)
    where id = ${payoutId}`.execute(tx);
}
