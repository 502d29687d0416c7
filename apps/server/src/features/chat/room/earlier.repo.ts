import type { StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/** How long ago the author sent their latest messages in a chat, newest first. */
export async function findOwnAgesMs(
  db: Reader,
  id: StreamId,
  authorId: UserId,
  count: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select(sql<number>`(extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8`.as('ageMs'))
    .where('stream_id', '=', id)
    .where('author_id', '=', authorId)
    .orderBy('sent_at', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ ageMs }) => ageMs);
}

/** What was said last in a chat. */
export async function findLatestTexts(db: Reader, id: StreamId, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select('text')
    .where('stream_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ text }) => text);
}
