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

/** Up to where a streamer has been paid out; null: never yet. */
export async function findPaidUntil(db: Reader, id: UserId): Promise<Date | null> {
  const row = await db
    .selectFrom('payouts')
    .select(sql<Date | null>`max(period_end)`.as('until'))
    .where('streamer_id', '=', id)
    .executeTakeFirst();
  return row?.until ?? null;
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
