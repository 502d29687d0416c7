import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

/** A message that may mention or answer people. */
export interface MentioningMessage {
  readonly authorId: UserId;
  readonly displayName: string;
  readonly text: string;
  /** The author of the message that it answers. */
  readonly repliedTo: UserId | null;
}

/** Null if it has been deleted, or its author may no longer write. */
export async function findMessage(
  db: Reader,
  id: StreamId,
  number: number,
): Promise<MentioningMessage | null> {
  const row = await db
    .selectFrom('chat_messages as m')
    .innerJoin('streams as s', 's.id', 'm.stream_id')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .leftJoin('chat_messages as o', (join) =>
      join.onRef('o.stream_id', '=', 'm.stream_id').onRef('o.number', '=', 'm.reply_to'),
    )
    .select([
      'm.author_id as authorId',
      'p.display_name as displayName',
      'm.text',
      'o.author_id as repliedTo',
    ])
    .where('m.stream_id', '=', id)
    .where('m.number', '=', number)
    .where('m.deleted_at', 'is', null)
    .where(isPublic)
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM chat_bans b
        WHERE b.channel_id = s.streamer_id AND b.user_id = p.id AND (b.until IS NULL OR b.until > now())
      )`,
    )
    .executeTakeFirst();
  return row ?? null;
}

/** The accounts that have these usernames. */
export async function findPeople(db: Reader, usernames: readonly string[]): Promise<UserId[]> {
  if (usernames.length === 0) return [];
  const rows = await db
    .selectFrom('profiles as p')
    .select('p.id')
    .where('p.username', 'in', usernames)
    .where(isPublic)
    .execute();
  return rows.map(({ id }) => id);
}
