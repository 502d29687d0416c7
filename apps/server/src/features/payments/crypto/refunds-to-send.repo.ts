import type { UserId } from '@tributary/contracts/shared';
import type { InferResult } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';

const refunds = (db: Reader) =>
  db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'charge_id')
    .select([
      'refunds.id',
      'charge_id as chargeId',
      'payment_id as paymentId',
      'purpose',
      'amount_cents as amountCents',
      'currency',
      'reason',
      'captured_at as paidAt',
      'requested_at as requestedAt',
    ]);

export type StoredRefundToSend = InferResult<ReturnType<typeof refunds>>[number];

const toSend = (db: Reader, creatorId: UserId) =>
  refunds(db)
    .where('creator_id', '=', creatorId)
    .where('by_creator', '=', true)
    .where('refunds.status', '=', 'pending');

/** One page of the refunds that a creator has to send. */
export const findToSend = (db: Reader, creatorId: UserId, slice: Slice): Promise<StoredRefundToSend[]> =>
  selectSlice(toSend(db, creatorId), slice, 'refunds.id').execute();

/** All refunds that a creator has to send. */
export const findAllToSend = (db: Reader, creatorId: UserId): Promise<StoredRefundToSend[]> =>
  toSend(db, creatorId).execute();
