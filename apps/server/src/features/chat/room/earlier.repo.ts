import type { StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/** The time since the author's latest message in a chat; null where there is none. */
export async function findSinceOwnMs(db: Reader, id: StreamId, authorId: UserId): Promise<number | null> {
  const { sinceMs } = await db
    .selectFrom('chat_messages')
    .select(
      sql<number | null>`(extract(epoch FROM clock_timestamp() - max(sent_at)) * 1000)::float8`.as('sinceMs'),
    )
    .where('stream_id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow();
  return sinceMs;
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
