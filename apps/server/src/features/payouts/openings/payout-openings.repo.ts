/** Reads what a new payout depends on: earlier payouts and available balances. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** The start of the next period: the end of the previous one, or the first entry in the creator's balance. */
export async function nextPeriodStart(db: Reader, streamerId: UserId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce(
      (select max(period_end) from payouts where streamer_id = ${streamerId}),
      (select t.occurred_at from ledger_transactions t where t.id = (
        select min((select e.transaction_id from ledger_entries e where e.account_id = a.id order by 1 limit 1))
        from ledger_accounts a where a.owner_id = ${streamerId}))) as at`.execute(db);
  return rows[0]?.at ?? null;
}

export interface Creditor {
  readonly id: UserId;
  readonly availableCents: number;
}

/** Creators with at least this available balance and no payout since `since`, in the order of their ids. */
export const findCreditors = (
  db: Reader,
  {
    minimumCents,
    since,
    after,
    limit,
  }: { minimumCents: number; since: Date; after: UserId | null; limit: number },
): Promise<Creditor[]> => {
  let query = db
    .selectFrom('ledger_accounts as a')
    .select(['a.owner_id as id', 'a.balance as availableCents'])
    .where('a.kind', '=', 'creator_available')
    .where('a.owner_id', 'is not', null)
    .where('a.balance', '>=', minimumCents)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payouts as p')
            .select('p.id')
            .whereRef('p.streamer_id', '=', 'a.owner_id')
            .where('p.period_end', '>=', since),
        ),
      ),
    )
    .orderBy('a.owner_id')
    .limit(limit);
  if (after) query = query.where('a.owner_id', '>', after);
  return query.$narrowType<{ id: UserId; availableCents: number }>().execute();
};

/** Whether a creator may be paid: the account exists and is not banned. Earnings of banned creators wait. */
export const mayBePaid = async (db: Reader, creatorId: UserId): Promise<boolean> =>
  (await db
    .selectFrom('profiles as p')
    .select('p.id')
    .where('p.id', '=', creatorId)
    .where(isPublic)
    .executeTakeFirst()) !== undefined;

export const isMonthDone = async (db: Reader, month: string): Promise<boolean> =>
  (await db.selectFrom('payout_runs').select('month').where('month', '=', month).executeTakeFirst()) !==
  undefined;

export const markMonthDone = (tx: Writer, month: string): Promise<unknown> =>
  tx
    .insertInto('payout_runs')
    .values({ month })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
