import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

/** The number of donations in the chat that are refunded, disputed or without their text. */
export async function countTakenBack(db: Reader, id: StreamId): Promise<number> {
  const { count } = await db
    .selectFrom('chat_messages as m')
    .innerJoin('donations as d', 'd.id', 'm.donation_id')
    .select(
      sql<number>`(count(*) FILTER (WHERE d.status <> 'completed')
      + count(*) FILTER (WHERE d.is_message_hidden))::int`.as('count'),
    )
    .where('m.stream_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Null if the account is hidden. */
export async function findDisplayName(db: Reader, id: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('profiles as p')
    .select('p.display_name as displayName')
    .where('p.id', '=', id)
    .where(isPublic)
    .executeTakeFirst();
  return row?.displayName ?? null;
}
