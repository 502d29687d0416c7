/** The table live_announcements: the last follower of each streamer who has been notified of a stream. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Writer } from '#platform/db/database.ts';

/**
 * Records that a streamer's followers are to be notified of a stream. If the announcement of another stream started
 * less than `minutes` ago, this one continues after the last follower notified by it, so that each follower is notified
 * exactly once.
 * @returns false if this stream is recorded already
 */
export async function startAnnouncement(
  tx: Writer,
  streamerId: UserId,
  streamId: StreamId,
  minutes: number,
): Promise<boolean> {
  const quiet = sql<boolean>`live_announcements.announced_at > now() - make_interval(mins => ${minutes})`;
  const row = await tx
    .insertInto('live_announcements')
    .values({ streamer_id: streamerId, stream_id: streamId, announced_at: sql`now()`, notified_up_to: null })
    .onConflict((conflict) =>
      conflict
        .column('streamer_id')
        .doUpdateSet({
          stream_id: streamId,
          announced_at: sql`case when ${quiet} then live_announcements.announced_at else now() end`,
          notified_up_to: sql`case when ${quiet} then live_announcements.notified_up_to end`,
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
  /** The last follower notified; null: none yet. */
  readonly notifiedUpTo: UserId | null;
}

/**
 * Locks the row until `tx` ends, so that two jobs for one stream take turns.
 * @returns undefined if there is nothing to announce: the stream is over or hidden, its streamer is banned, or another
 * stream has been announced since
 */
export const lockAnnouncement = (tx: Writer, streamId: StreamId): Promise<Announcement | undefined> =>
  tx
    .selectFrom('live_announcements as a')
    .innerJoin('streams as s', 's.id', 'a.stream_id')
    .innerJoin('profiles as p', 'p.id', 'a.streamer_id')
    .select([
      'a.streamer_id as streamerId',
      'a.notified_up_to as notifiedUpTo',
      's.title',
      's.slug',
      'p.username',
      'p.display_name as displayName',
    ])
    .where('a.stream_id', '=', streamId)
    .where('s.status', '=', 'live')
    .where('s.hidden_at', 'is', null)
    .where(isPublic)
    .forUpdate('a')
    .executeTakeFirst();

export async function advance(tx: Writer, streamerId: UserId, notifiedUpTo: UserId): Promise<void> {
  await tx
    .updateTable('live_announcements')
    .set({ notified_up_to: notifiedUpTo })
    .where('streamer_id', '=', streamerId)
    .execute();
}
