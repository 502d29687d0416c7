import type { VerificationFilter } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

const COLUMNS = [
  'id',
  'user_id as userId',
  'status',
  'submitted_at as submittedAt',
  'reviewed_at as reviewedAt',
  'reviewed_by as reviewedBy',
  'admin_notes as adminNotes',
  'social_media_links as socialMediaLinks',
] as const;

const requests = (db: Reader) => db.selectFrom('verification_requests').select(COLUMNS);

export type StoredRequest = InferResult<ReturnType<typeof requests>>[number];

/** @throws the unique violation of `verification_requests_one_pending` */
export async function insertRequest(tx: Writer, userId: UserId, links: readonly string[]): Promise<void> {
  await tx
    .insertInto('verification_requests')
    .values({ id: uuidv7(), user_id: userId, social_media_links: JSON.stringify(links) })
    .execute();
}

export const findNewestOf = (db: Reader, userId: UserId): Promise<StoredRequest | undefined> =>
  requests(db).where('user_id', '=', userId).orderBy('id', 'desc').executeTakeFirst();

export const findAllOf = (db: Reader, userId: UserId): Promise<StoredRequest[]> =>
  requests(db).where('user_id', '=', userId).orderBy('id').execute();

export function findRequests(
  db: Reader,
  { status, order }: VerificationFilter,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<StoredRequest[]> {
  let query = requests(db).orderBy('id', order).limit(limit);
  if (status !== 'all') query = query.where('status', '=', status);
  if (after) query = query.where(isAfterKey({ column: null, id: 'id', descending: order === 'desc' }, after));
  return query.execute();
}

export async function countPending(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('verification_requests')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

export const findRequest = (db: Reader, id: string): Promise<StoredRequest | undefined> =>
  requests(db).where('id', '=', id).executeTakeFirst();

/** @returns undefined if it is no longer pending */
export const decide = (
  tx: Writer,
  id: string,
  decision: { status: 'approved' | 'rejected'; notes: string | null; by: UserId },
): Promise<StoredRequest | undefined> =>
  tx
    .updateTable('verification_requests')
    .set({
      status: decision.status,
      admin_notes: decision.notes,
      reviewed_at: sql`now()`,
      reviewed_by: decision.by,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(COLUMNS)
    .executeTakeFirst();
