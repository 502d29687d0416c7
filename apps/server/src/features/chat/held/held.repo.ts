import {
  CHAT_HELD_SHOWN,
  type ChatMatch,
  type HeldMessage,
  type OwnHeldMessage,
} from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { findReplies } from '../messages/message-pages.repo.ts';

export interface NewHeldMessage {
  readonly streamId: StreamId;
  readonly authorId: UserId;
  readonly clientId: string;
  readonly kind: OwnHeldMessage['kind'];
  readonly text: string;
  readonly replyTo: number | undefined;
  readonly matched: ChatMatch;
}

export async function insert(tx: Writer, message: NewHeldMessage): Promise<void> {
  const { streamId, authorId, clientId, kind, text, replyTo, matched } = message;
  await tx
    .insertInto('chat_held_messages')
    .values({
      id: uuidv7(),
      stream_id: streamId,
      author_id: authorId,
      client_id: clientId,
      kind,
      text,
      reply_to: replyTo ?? null,
      matched,
    })
    .execute();
}

const own = (db: Reader, streamId: StreamId, authorId: UserId) =>
  db
    .selectFrom('chat_held_messages')
    .select(['id', 'client_id as clientId', 'kind', 'text'])
    .select(sql<boolean>`refused_at IS NOT NULL`.as('isRefused'))
    .where('stream_id', '=', streamId)
    .where('author_id', '=', authorId)
    .orderBy('id');

/** The messages of a person that wait for a moderator or were refused. */
export const findOwn = (db: Reader, streamId: StreamId, authorId: UserId): Promise<OwnHeldMessage[]> =>
  own(db, streamId, authorId).execute();

export const findByClientId = (db: Reader, streamId: StreamId, authorId: UserId, clientId: string) =>
  own(db, streamId, authorId).where('client_id', '=', clientId).executeTakeFirst();

/** The messages that a moderator of the channel can decide about. */
const waiting = (db: Reader, channelId: UserId) =>
  db
    .selectFrom('chat_held_messages as h')
    .innerJoin('streams as s', 's.id', 'h.stream_id')
    .innerJoin('profiles as p', 'p.id', 'h.author_id')
    .where('s.streamer_id', '=', channelId)
    .where('s.status', '=', 'live')
    .where('s.hidden_at', 'is', null)
    .where('h.refused_at', 'is', null)
    .where(isPublic);

export async function findWaiting(
  db: Reader,
  channelId: UserId,
): Promise<{ held: HeldMessage[]; heldCount: number }> {
  const rows = await waitingRows(db, channelId).execute();
  const { heldCount } = await waiting(db, channelId)
    .select(sql<number>`count(*)::int`.as('heldCount'))
    .executeTakeFirstOrThrow();
  return { held: await Promise.all(rows.map((row) => toHeldMessage(db, row))), heldCount };
}

const waitingRows = (db: Reader, channelId: UserId) =>
  waiting(db, channelId)
    .select(['h.id', 'h.stream_id as streamId', 'h.kind', 'h.text', 'h.matched', 'h.held_at', 'h.reply_to'])
    .select(['p.id as authorId', 'p.username', 'p.display_name as displayName'])
    .orderBy('h.id')
    .limit(CHAT_HELD_SHOWN);

async function toHeldMessage(
  db: Reader,
  row: InferResult<ReturnType<typeof waitingRows>>[number],
): Promise<HeldMessage> {
  const { id, streamId, kind, text, matched, held_at, reply_to, authorId, username, displayName } = row;
  const replyTo = reply_to && (await findReplies(db, streamId, [reply_to])).get(reply_to);
  return {
    id,
    streamId,
    kind,
    text,
    matched,
    replyTo: replyTo || null,
    heldAt: held_at.toISOString(),
    author: { id: authorId, username, displayName },
  };
}

/** Locks a message of the channel that waits for a moderator. */
export const lock = (tx: Writer, channelId: UserId, id: string) =>
  tx
    .selectFrom('chat_held_messages as h')
    .innerJoin('streams as s', 's.id', 'h.stream_id')
    .select(['h.stream_id as streamId', 'h.author_id as authorId', 'h.client_id as clientId'])
    .select(['h.kind', 'h.text', 'h.reply_to as replyTo'])
    .where('s.streamer_id', '=', channelId)
    .where('s.hidden_at', 'is', null)
    .where('h.id', '=', id)
    .where('h.refused_at', 'is', null)
    .forUpdate('h')
    .executeTakeFirst();

export async function remove(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('chat_held_messages').where('id', '=', id).execute();
}

export async function refuse(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('chat_held_messages').set({ refused_at: sql`now()` }).where('id', '=', id).execute();
}

/** @returns whether the person had such a message */
export async function removeOwn(tx: Writer, id: string, authorId: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('chat_held_messages')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes the waiting messages of a person in the channel's chats. */
export async function removeAllOf(tx: Writer, channelId: UserId, authorId: UserId): Promise<void> {
  await tx
    .deleteFrom('chat_held_messages')
    .where('author_id', '=', authorId)
    .where(sql<boolean>`stream_id IN (SELECT id FROM streams WHERE streamer_id = ${channelId})`)
    .execute();
}

/** @returns how many were deleted */
export async function deleteHeldBefore(tx: Writer, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('chat_held_messages')
    .where(({ eb, selectFrom }) =>
      eb('id', 'in', selectFrom('chat_held_messages').select('id').where('held_at', '<', time).limit(limit)),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The held messages of an account, for its export. */
export const findAllOf = (db: Reader, authorId: UserId) =>
  db
    .selectFrom('chat_held_messages')
    .select(['stream_id as streamId', 'held_at as heldAt', 'text', 'refused_at as refusedAt'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .execute();
