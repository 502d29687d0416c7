import { sql } from 'kysely';
import type { ProviderName } from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';

/** A payout that is sent to, or read at, its provider. */
export interface Transfer {
  readonly id: string;
  readonly provider: ProviderName;
  readonly account: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Null until the provider has answered. */
  readonly reference: string | null;
}

/**
 * Claims payouts that were not read since `before`, which count as sent from now on. Leaves out payouts whose waiting
 * time is not over, and those to banned creators.
 */
export const claimTransfers = async (
  tx: Writer,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<Transfer[]> =>
  (
    await sql<Transfer>`
      update payouts set checked_at = ${at}, sent_at = coalesce(sent_at, ${at})
      where id in (
        select id from payouts
        where status = 'pending' and account is not null and (checked_at is null or checked_at <= ${before})
          and (waits_until is null or waits_until <= ${at})
          and (sent_at is not null or streamer_id is null
            or (select is_public(p) from profiles p where p.id = streamer_id))
        order by checked_at nulls first limit ${limit} for update skip locked)
      returning id, provider, account, amount as "amountCents", currency, reference`.execute(tx)
  ).rows;

/**
 * Locks unsent payouts of creators with a negative balance, since refunds or disputes took back their amount.
 * @returns their ids
 */
export async function lockUncovered(tx: Writer, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payouts p join ledger_accounts a on a.owner_id = p.streamer_id and a.kind = 'creator_available'
    where p.status = 'pending' and p.account is not null and p.sent_at is null and a.balance < 0
    order by p.id limit ${limit} for update of p skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
