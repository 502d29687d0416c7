import type { Purpose } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface StoredUncredited {
  readonly id: string;
  readonly purpose: Purpose;
  readonly description: string;
  readonly openedAt: Date;
}

/** Closed orders of a creator with tokens that arrived and were not credited, newest first. */
export const findUncredited = async (
  db: Reader,
  creatorId: UserId,
  limit: number,
): Promise<readonly StoredUncredited[]> =>
  (
    await sql<StoredUncredited>`
      select c.id, c.purpose, c.description, c.created_at as "openedAt"
      from checkouts c join crypto_orders o on o.id = c.id
      where c.creator_id = ${creatorId} and o.status = 'closed'
        and exists (select from crypto_transfers where order_id = o.id and is_confirmed)
      order by c.id desc limit ${limit}`.execute(db)
  ).rows;
