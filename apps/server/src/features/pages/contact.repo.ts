import type { ContactFilter, ContactForm } from '@tributary/contracts/pages';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

const COLUMNS = [
  'id',
  'name',
  'email',
  'subject',
  'message',
  'user_id as userId',
  'created_at as createdAt',
  'handled_at as handledAt',
] as const;

const messages = (db: Reader) => db.selectFrom('contact_messages').select(COLUMNS);

export type StoredMessage = InferResult<ReturnType<typeof messages>>[number];

/** @returns false if the ticket has been used already */
export async function insertMessage(
  tx: Writer,
  form: ContactForm,
  { userId, ticketId }: { userId: UserId | null; ticketId: string },
): Promise<boolean> {
  const { name, email, subject, message } = form;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_messages')
    .values({ id: uuidv7(), name, email, subject, message, user_id: userId, ticket_id: ticketId })
    .onConflict((conflict) => conflict.column('ticket_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The number of messages of the last hour. */
export async function countRecent(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countOpen(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function findMessages(
  db: Reader,
  { state, order }: ContactFilter,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<StoredMessage[]> {
  let query = messages(db).orderBy('id', order).limit(limit);
  if (state !== 'all') query = query.where('handled_at', state === 'handled' ? 'is not' : 'is', null);
  if (after) query = query.where(isAfterKey({ column: null, id: 'id', descending: order === 'desc' }, after));
  return query.execute();
}

export const findMessagesOf = (db: Reader, id: UserId): Promise<StoredMessage[]> =>
  messages(db).where('user_id', '=', id).orderBy('id').execute();

/**
 * Marks a message as handled and keeps the first admin who did so.
 * @param by null: reopens the message
 * @returns undefined if there is no such message
 */
export const setHandled = (tx: Writer, id: string, by: UserId | null): Promise<StoredMessage | undefined> =>
  tx
    .updateTable('contact_messages')
    .set(
      by === null
        ? { handled_at: null, handled_by: null }
        : {
            handled_at: sql`coalesce(handled_at, now())`,
            handled_by: sql`case when handled_at is null then ${by} else handled_by end`,
          },
    )
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
