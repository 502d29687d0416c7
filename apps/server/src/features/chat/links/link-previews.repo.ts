import type { LinkPreview } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Selects the settings of a stream's channel, if it and the instance want previews. */
const wanted = (db: Reader, id: StreamId) =>
  db
    .selectFrom('streams as s')
    .innerJoin('chat_settings as c', 'c.channel_id', 's.streamer_id')
    .innerJoin('instance_settings as i', (join) => join.onTrue())
    .where('s.id', '=', id)
    .where('c.link_previews', '=', true)
    .where('i.link_previews', '=', true);

/** Whether the chat of a stream shows previews of links. */
export async function wantsPreviews(db: Reader, id: StreamId): Promise<boolean> {
  return (await wanted(db, id).select('s.id').executeTakeFirst()) !== undefined;
}

export interface LinkingMessage {
  readonly authorId: UserId;
  readonly channelId: UserId;
  readonly text: string;
  /** The blocked words of the channel and the instance. */
  readonly blockedWords: readonly string[];
}

/** The message that needs a preview; null if it is deleted, has one, or is to have none. */
export async function findLinking(db: Reader, id: StreamId, number: number): Promise<LinkingMessage | null> {
  const row = await wanted(db, id)
    .innerJoin('chat_messages as m', 'm.stream_id', 's.id')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .select(['m.author_id', 's.streamer_id', 'm.text', 'c.blocked_words', 'i.chat_blocked_words'])
    .where('m.number', '=', number)
    .where('m.deleted_at', 'is', null)
    .where('m.preview', 'is', null)
    .where(isPublic)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { author_id, streamer_id, text, blocked_words, chat_blocked_words } = row;
  return {
    authorId: author_id,
    channelId: streamer_id,
    text,
    blockedWords: [...blocked_words, ...chat_blocked_words],
  };
}

/** @returns whether the message still exists */
export async function setPreview(
  tx: Writer,
  id: StreamId,
  number: number,
  preview: LinkPreview,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_messages')
    .set({ preview })
    .where('stream_id', '=', id)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
