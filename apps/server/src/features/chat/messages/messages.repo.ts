import type { ChatBadge, ChatFact, ChatMessageKind, ChatSupport } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

/** Locks the room until the transaction ends, so that messages are committed in the order of their numbers. */
export async function lockRoom(tx: Writer, id: StreamId): Promise<void> {
  await lock(tx, { id });
}

const lock = prepared((tx: Writer, { id }: { id: StreamId }) =>
  tx
    .insertInto('chat_rooms')
    .values({ stream_id: id })
    // The update changes nothing, and locks the row.
    .onConflict((conflict) =>
      conflict.column('stream_id').doUpdateSet({ last_number: sql`chat_rooms.last_number` }),
    ),
);

export async function findSent(
  db: Reader,
  id: StreamId,
  authorId: UserId,
  clientId: string,
): Promise<number | null> {
  const [row] = await sent(db, { id, authorId, clientId });
  return row?.number ?? null;
}

const sent = prepared((db: Reader, values: Pick<NewMessage, 'authorId' | 'clientId'> & { id: StreamId }) =>
  db
    .selectFrom('chat_messages')
    .select('number')
    .where('author_id', '=', values.authorId)
    .where('stream_id', '=', values.id)
    .where('client_id', '=', values.clientId),
);

export interface NewMessage {
  readonly streamId: StreamId;
  readonly authorId: UserId;
  readonly clientId: string;
  readonly kind: ChatMessageKind;
  readonly text: string;
  readonly badges: readonly ChatBadge[];
  /** The number of the message that this one answers. */
  readonly replyTo: number | undefined;
  /** The donation that the message reports. */
  readonly donationId?: string;
  /** The kind of payment that the message reports. */
  readonly support?: ChatSupport['kind'];
  /** The fact that a line of the server reports. */
  readonly fact?: ChatFact;
  readonly emoteIds?: readonly string[];
}

/** Requires the lock of the room. */
export async function insert(tx: Writer, message: NewMessage): Promise<{ number: number; sentAt: Date }> {
  const { badges, replyTo = null, donationId = null, support = null, emoteIds = [] } = message;
  const fact = message.fact === undefined ? null : JSON.stringify(message.fact);
  const lists = { badges: [...badges], emoteIds: [...emoteIds] };
  const [row] = await insertion(tx, { ...message, replyTo, donationId, support, fact, ...lists });
  if (row === undefined) throw new Error(`The message in the chat of ${message.streamId} was not stored.`);
  return row;
}

interface MessageValues extends Omit<NewMessage, 'replyTo' | 'donationId' | 'support' | 'fact'> {
  readonly badges: ChatBadge[];
  readonly replyTo: number | null;
  readonly donationId: string | null;
  readonly support: ChatSupport['kind'] | null;
  readonly fact: string | null;
  readonly emoteIds: string[];
}

const insertion = prepared((tx: Writer, message: MessageValues) =>
  tx
    .with('room', (db) =>
      db
        .updateTable('chat_rooms')
        .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
        .where('stream_id', '=', message.streamId)
        .returning('last_number'),
    )
    .insertInto('chat_messages')
    .values(({ selectFrom }) => ({
      stream_id: message.streamId,
      number: selectFrom('room').select('last_number'),
      author_id: message.authorId,
      client_id: message.clientId,
      text: message.text,
      kind: message.kind,
      badges: message.badges,
      reply_to: message.replyTo,
      donation_id: message.donationId,
      support: message.support,
      fact: message.fact,
      emote_ids: message.emoteIds,
      // The transaction may have waited for the room, so its start would be too early.
      sent_at: sql<Date>`clock_timestamp()`,
    }))
    .returning(['number', 'sent_at as sentAt']),
);

/** The messages of an account, for its export. */
export const findAllOf = (db: Reader, authorId: UserId) =>
  db
    .selectFrom('chat_messages')
    .select(['stream_id as streamId', 'sent_at as sentAt', 'text'])
    .where('author_id', '=', authorId)
    .orderBy('stream_id')
    .orderBy('number')
    .execute();

/** @returns the number of deleted messages */
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
