import type { ChatBadge, ChatMessageKind, StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Holds the room until the transaction ends, so that messages are committed in the order of their numbers. */
export async function lockRoom(tx: Writer, id: StreamId): Promise<void> {
  await tx
    .insertInto('chat_rooms')
    .values({ stream_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.selectFrom('chat_rooms').select('stream_id').where('stream_id', '=', id).forUpdate().execute();
}

export async function findSent(
  db: Reader,
  id: StreamId,
  authorId: UserId,
  clientId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('chat_messages')
    .select('number')
    .where('author_id', '=', authorId)
    .where('stream_id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.number ?? null;
}

export interface NewMessage {
  readonly streamId: StreamId;
  readonly authorId: UserId;
  readonly clientId: string;
  readonly kind: ChatMessageKind;
  readonly text: string;
  readonly badges: readonly ChatBadge[];
  /** The number of the message that it answers. */
  readonly replyTo: number | undefined;
  /** The donation that it reports. */
  readonly donationId?: string;
}

/** Requires the lock of the room. */
export async function insert(tx: Writer, message: NewMessage): Promise<{ number: number; sentAt: Date }> {
  const { streamId, authorId, clientId, kind, text, badges, replyTo, donationId = null } = message;
  const { last_number: number } = await tx
    .updateTable('chat_rooms')
    .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
    .where('stream_id', '=', streamId)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const { sent_at: sentAt } = await tx
    .insertInto('chat_messages')
    .values({
      ...{
        stream_id: streamId,
        number,
        author_id: authorId,
        client_id: clientId,
        text,
        kind,
        badges: [...badges],
        reply_to: replyTo ?? null,
        donation_id: donationId,
      },
      // Not the start of the transaction, which may have waited for the room.
      sent_at: sql`clock_timestamp()`,
    })
    .returning('sent_at')
    .executeTakeFirstOrThrow();
  return { number, sentAt };
}

/** What an account wrote, for its export. */
export const findAllOf = (db: Reader, authorId: UserId) =>
  db
    .selectFrom('chat_messages')
    .select(['stream_id as streamId', 'sent_at as sentAt', 'text'])
    .where('author_id', '=', authorId)
    .orderBy('stream_id')
    .orderBy('number')
    .execute();

/** @returns how many messages were deleted */
export async function deleteSentBefore(tx: Writer, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('chat_messages')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('stream_id', 'number'),
        'in',
        selectFrom('chat_messages')
          .select(['stream_id', 'number'])
          .where('sent_at', '<', time)
          .orderBy('sent_at')
          .limit(limit)
          .$asTuple('stream_id', 'number'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
