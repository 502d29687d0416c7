import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/** The ages of the author's latest messages in a chat, newest first. Held messages count. */
export async function findOwnAgesMs(
  db: Reader,
  id: StreamId,
  authorId: UserId,
  count: number,
): Promise<number[]> {
  const times = (table: 'chat_messages' | 'chat_held_messages', column: 'sent_at' | 'held_at') =>
    sql`(SELECT ${sql.ref(column)} AS at FROM ${sql.table(table)}
      WHERE stream_id = ${id} AND author_id = ${authorId} ORDER BY at DESC LIMIT ${count})`;
  const { rows } = await sql<{ ageMs: number }>`
    SELECT (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS "ageMs"
    FROM (${times('chat_messages', 'sent_at')} UNION ALL ${times('chat_held_messages', 'held_at')}) AS sent
    ORDER BY at DESC LIMIT ${count}`.execute(db);
  return rows.map(({ ageMs }) => ageMs);
}

/** The texts of the latest messages in a chat. */
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
