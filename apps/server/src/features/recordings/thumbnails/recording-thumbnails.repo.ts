/** Thumbnails that creators choose for their recordings. */
import type { UserId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';

/** Whether a stream of the channel, or its settings for the next one, show the thumbnail. */
export async function isThumbnailUsed(db: Reader, streamerId: UserId, url: string): Promise<boolean> {
  const row = await db
    .selectFrom('streamer_data as d')
    .select('d.user_id')
    .where('d.user_id', '=', streamerId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('d.stream_thumbnail_url', '=', url),
        exists(
          selectFrom('streams')
            .select('id')
            .where('streamer_id', '=', streamerId)
            .where('thumbnail_url', '=', url),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
