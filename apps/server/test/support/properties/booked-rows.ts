/** Charges and subscriptions of the database, in the form in which they are compared with a local provider's. */
import type { TestDatabase } from '../database.ts';

/** Orders by id, so that two lists can be compared. */
export const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id.localeCompare(b.id);

export interface BookedPayment {
  readonly id: string;
  readonly amount: number;
  readonly refunded: number;
  readonly lost: number;
}

/** The payments of all charges, with amounts in minor units, in the order of their ids. */
export async function bookedPayments(db: TestDatabase): Promise<BookedPayment[]> {
  const { rows } = await db.pool.query<BookedPayment>(
    `select payment_id as id, gross_cents::int as amount, refunded_cents::int as refunded, lost_cents::int as lost
     from charges`,
  );
  return rows.toSorted(byId);
}

/** A provider's subscriptions sorted by id. Canceled ones have no end, which providers store differently. */
export async function bookedSubscriptions(db: TestDatabase, provider: 'paypal' | 'stripe') {
  const { rows } = await db.pool.query<{
    id: string;
    status: string;
    price: number;
    end: Date;
    ends: boolean;
  }>(
    `select id, status, price_cents::int as price, current_period_end as end, cancel_at_period_end as ends
     from tier_subscriptions where provider = $1`,
    [provider],
  );
  return rows
    .map(({ end, ends, ...row }) => ({ ...row, ...(row.status !== 'canceled' && { end, ends }) }))
    .toSorted(byId);
}
