/** Thumbnails that creators choose for their recordings. */
import type { StreamId, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';

export async function setThumbnail(tx: Writer, id: StreamId, url: string | null): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ thumbnail_url: url, has_custom_thumbnail: url !== null })
    .where('id', '=', id)
    .execute();
}

/** @returns the streamer; null where the stream has another thumbnail */
export async function replaceThumbnail(
  tx: Writer,
  id: StreamId,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<UserId | null> {
  const row = await tx
    .updateTable('streams')
    .set({ thumbnail_url: after })
    .where('id', '=', id)
    .where('thumbnail_url', '=', before)
    .returning('streamer_id')
    .executeTakeFirst();
  return row?.streamer_id ?? null;
}

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
