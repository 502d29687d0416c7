/** The only place that touches live_announcements. */
import type { StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import { notBanned } from '#features/identity/index.ts';
import type { Writer } from '#platform/db/database.ts';

/**
 * Notes that a streamer's followers are to be told of a stream. Where telling them of another one began
 * less than `minutes` ago, it goes on where that has come to: nobody hears twice, and nobody is left out.
 * @returns false where this very stream is noted already
 */
export async function begin(
  tx: Writer,
  streamerId: UserId,
  streamId: StreamId,
  minutes: number,
): Promise<boolean> {
  const quiet = sql<boolean>`live_announcements.announced_at > now() - make_interval(mins => ${minutes})`;
  const row = await tx
    .insertInto('live_announcements')
    .values({ streamer_id: streamerId, stream_id: streamId, announced_at: sql`now()`, told_up_to: null })
    .onConflict((conflict) =>
      conflict
        .column('streamer_id')
        .doUpdateSet({
          stream_id: streamId,
          announced_at: sql`case when ${quiet} then live_announcements.announced_at else now() end`,
          told_up_to: sql`case when ${quiet} then live_announcements.told_up_to end`,
        })
        .where('live_announcements.stream_id', '!=', streamId),
    )
    .returning('streamer_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface Announcement {
  readonly streamerId: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly title: string;
  readonly slug: string;
  /** The last follower told; null: nobody yet. */
  readonly toldUpTo: UserId | null;
}

/**
 * Holds the row until `tx` ends, so that two jobs for one stream take turns.
 * @returns undefined where there is nobody to tell any more: it is over, hidden, or another one was announced
 */
export const hold = (tx: Writer, streamId: StreamId): Promise<Announcement | undefined> =>
  tx
    .selectFrom('live_announcements as a')
    .innerJoin('streams as s', 's.id', 'a.stream_id')
    .innerJoin('profiles as p', 'p.id', 'a.streamer_id')
    .select([
      'a.streamer_id as streamerId',
      'a.told_up_to as toldUpTo',
      's.title',
      's.slug',
      'p.username',
      'p.display_name as displayName',
    ])
    .where('a.stream_id', '=', streamId)
    .where('s.status', '=', 'live')
    .where('s.hidden_at', 'is', null)
    .where(notBanned)
    .forUpdate('a')
    .executeTakeFirst();

export async function advance(tx: Writer, streamerId: UserId, toldUpTo: UserId): Promise<void> {
  await tx
    .updateTable('live_announcements')
    .set({ told_up_to: toldUpTo })
    .where('streamer_id', '=', streamerId)
    .execute();
}
