/** The only place that touches payouts. */
import type { PayoutStatus, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { LIMIT } from './paging.ts';

export interface StoredPayout {
  readonly id: string;
  readonly streamerId: UserId | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly dueDate: Date;
}

/** Newest first. @param cursor the last id of the page before */
const payouts = (db: Reader, cursor?: string) =>
  db
    .selectFrom('payouts')
    .select([
      'id',
      'streamer_id as streamerId',
      'amount',
      'currency',
      'status',
      'period_start as periodStart',
      'period_end as periodEnd',
      'due_date as dueDate',
    ])
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(LIMIT);

export const findPayoutsOf = (db: Reader, id: UserId, cursor?: string): Promise<StoredPayout[]> =>
  payouts(db, cursor).where('streamer_id', '=', id).execute();

export const findAllPayoutsOf = (db: Reader, id: UserId): Promise<StoredPayout[]> =>
  payouts(db).clearLimit().where('streamer_id', '=', id).execute();

export function findPayouts(
  db: Reader,
  filter: { status?: PayoutStatus | undefined; cursor?: string | undefined },
): Promise<StoredPayout[]> {
  const query = payouts(db, filter.cursor);
  return (filter.status ? query.where('status', '=', filter.status) : query).execute();
}

/** What a streamer was paid, and what is on its way to them; what failed is neither. */
export async function sumPaidOut(db: Reader, id: UserId): Promise<number> {
  const { paid } = await db
    .selectFrom('payouts')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('paid'))
    .where('streamer_id', '=', id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return paid;
}

/** Before a streamer goes: there is nobody left to pay. */
export async function closeOf(tx: Writer, id: UserId): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ status: 'failed' })
    .where('streamer_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
