import {
  CHAT_PAGE_SIZE,
  CHAT_REPLAY_CONTEXT,
  CHAT_REPLY_EXCERPT,
  type ChatBadge,
  type ChatMessage,
  type ChatMessageKind,
  type ChatReply,
  type StreamId,
  type UserId,
} from '@tributary/contracts';
import { type InferResult, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import { formatAmount } from '#features/money/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Somebody who writes in the chat of a stream. */
export interface Sender {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  /** Neither banned from the instance nor unconfirmed. */
  readonly isPublic: boolean;
  readonly isAdmin: boolean;
  readonly isModerator: boolean;
  /** From the channel's chats. */
  readonly isBanned: boolean;
  readonly isVerified: boolean;
  /** An account of the demo's. */
  readonly isDemo: boolean;
  /** Null: does not follow the channel. */
  readonly followsForMs: number | null;
  readonly streamerId: UserId;
  readonly isLive: boolean;
}

export const moderates = ({ id, isAdmin, isModerator, streamerId }: Sender): boolean =>
  isAdmin || isModerator || id === streamerId;

export async function findSender(db: Reader, id: StreamId, userId: UserId): Promise<Sender | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('streams as s', (join) => join.on('s.id', '=', id))
    .leftJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select([
      'p.id',
      'p.username',
      'p.display_name as displayName',
      'd.is_verified',
      's.streamer_id',
      's.status',
    ])
    .select(isPublic.as('isPublic'))
    .select([
      sql<boolean>`EXISTS (SELECT FROM user_roles r WHERE r.user_id = p.id AND r.role = 'admin')`.as(
        'isAdmin',
      ),
      sql<boolean>`EXISTS (SELECT FROM demo_accounts a WHERE a.user_id = p.id)`.as('isDemo'),
      sql<boolean>`EXISTS (
        SELECT FROM chat_moderators m WHERE m.channel_id = s.streamer_id AND m.user_id = p.id
      )`.as('isModerator'),
      sql<boolean>`EXISTS (
        SELECT FROM chat_bans b
        WHERE b.channel_id = s.streamer_id AND b.user_id = p.id AND (b.until IS NULL OR b.until > now())
      )`.as('isBanned'),
      sql<number | null>`(
        SELECT (extract(epoch FROM now() - f.created_at) * 1000)::float8
        FROM follows f WHERE f.streamer_id = s.streamer_id AND f.follower_id = p.id
      )`.as('followsForMs'),
    ])
    .where('p.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { is_verified, streamer_id, status, ...sender } = row;
  return {
    ...sender,
    isVerified: is_verified ?? false,
    streamerId: streamer_id,
    isLive: status === 'live',
  };
}

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

/** Deleted messages, those of hidden accounts and refunded donations have no text. */
const messages = (db: Reader, id: StreamId) =>
  db
    .selectFrom('chat_messages as m')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .leftJoin('donations as d', 'd.id', 'm.donation_id')
    .select(['d.amount', 'd.currency', 'd.message', 'd.is_message_hidden'])
    .select(
      sql<string | null>`(SELECT p.display_name FROM profiles p WHERE p.id = d.donor_id AND ${isPublic})`.as(
        'donor',
      ),
    )
    .select([
      'm.number',
      'm.client_id',
      'm.kind',
      'm.sent_at',
      'm.badges',
      'm.author_id',
      'm.reply_to',
      'p.username',
      'p.display_name',
    ])
    .select(
      sql<string | null>`CASE
      WHEN m.deleted_at IS NULL AND ${isPublic} AND (d.id IS NULL OR d.status = 'completed') THEN m.text END`.as(
        'text',
      ),
    )
    .where('m.stream_id', '=', id);

/** The newest messages before a number, oldest first, and whether there are older ones. */
export async function findBefore(
  db: Reader,
  id: StreamId,
  before: number | null,
): Promise<{ messages: ChatMessage[]; hasOlder: boolean }> {
  let query = messages(db, id)
    .orderBy('m.number', 'desc')
    .limit(CHAT_PAGE_SIZE + 1);
  if (before !== null) query = query.where('m.number', '<', before);
  const rows = await query.execute();
  return {
    hasOlder: rows.length > CHAT_PAGE_SIZE,
    messages: await toMessages(db, id, rows.slice(0, CHAT_PAGE_SIZE).toReversed()),
  };
}

export interface ReplayPage {
  readonly messages: ChatMessage[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** The messages from a time on, after a few of those before it. */
export async function findAround(db: Reader, id: StreamId, time: Date): Promise<ReplayPage> {
  const [older, newer] = [
    await messages(db, id)
      .where('m.sent_at', '<=', time)
      .orderBy('m.sent_at', 'desc')
      .orderBy('m.number', 'desc')
      .limit(CHAT_REPLAY_CONTEXT + 1)
      .execute(),
    await messages(db, id)
      .where('m.sent_at', '>', time)
      .orderBy('m.sent_at')
      .orderBy('m.number')
      .limit(CHAT_PAGE_SIZE + 1)
      .execute(),
  ];
  const found = [...older.slice(0, CHAT_REPLAY_CONTEXT).toReversed(), ...newer.slice(0, CHAT_PAGE_SIZE)];
  return {
    hasOlder: older.length > CHAT_REPLAY_CONTEXT,
    hasNewer: newer.length > CHAT_PAGE_SIZE,
    messages: await toMessages(db, id, found),
  };
}

/** The messages after a number. */
export async function findAfter(db: Reader, id: StreamId, after: number): Promise<ReplayPage> {
  const rows = await messages(db, id)
    .where('m.number', '>', after)
    .orderBy('m.number')
    .limit(CHAT_PAGE_SIZE + 1)
    .execute();
  return {
    hasOlder: true,
    hasNewer: rows.length > CHAT_PAGE_SIZE,
    messages: await toMessages(db, id, rows.slice(0, CHAT_PAGE_SIZE)),
  };
}

async function toMessages(db: Reader, id: StreamId, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
  const replies = await findReplies(
    db,
    id,
    rows.flatMap(({ reply_to }) => reply_to ?? []),
  );
  return rows.map((row) => ({
    number: row.number,
    clientId: row.client_id,
    sentAt: row.sent_at.toISOString(),
    author: { id: row.author_id, username: row.username, displayName: row.display_name, badges: row.badges },
    kind: row.kind,
    text: textOf(row),
    replyTo: row.reply_to === null ? null : (replies.get(row.reply_to) ?? goneReply(row.reply_to)),
  }));
}

type MessageRow = InferResult<ReturnType<typeof messages>>[number];

function textOf({ text, donor, amount, currency, message, is_message_hidden: isHidden }: MessageRow) {
  if (text === null || amount === null || currency === null) return text;
  const line = `${donor ?? 'Somebody'} donated ${formatAmount(amount, currency)}`;
  return isHidden || !message ? line : `${line}: ${message}`;
}

const goneReply = (number: number): ChatReply => ({ number, author: null, text: null });

/** What messages answer, by number, as far as it exists. */
export async function findReplies(
  db: Reader,
  id: StreamId,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ChatReply>> {
  if (numbers.length === 0) return new Map();
  const rows = await messages(db, id)
    .where('m.number', 'in', [...new Set(numbers)])
    .execute();
  return new Map(
    rows.map(({ number, author_id, username, display_name, text }) => [
      number,
      {
        number,
        author: { id: author_id, username, displayName: display_name },
        text: text && Array.from(text).slice(0, CHAT_REPLY_EXCERPT).join(''),
      },
    ]),
  );
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
