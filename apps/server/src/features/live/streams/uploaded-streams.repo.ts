import type { StreamSettings } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { freeSlug } from './stream-settings.repo.ts';

/** Inserts the stream of an uploaded video, which anybody may watch once it is published. */
export async function insertUploaded(
  tx: Writer,
  stream: {
    readonly id: StreamId;
    readonly streamerId: UserId;
    /** Derived from the title. A number is appended where the streamer has used it already. */
    readonly slug: string;
    readonly settings: Omit<StreamSettings, 'thumbnailUrl'>;
    readonly at: Date;
  },
): Promise<void> {
  const { settings, at } = stream;
  await tx
    .insertInto('streams')
    .values({
      id: stream.id,
      streamer_id: stream.streamerId,
      source: 'upload',
      is_published: false,
      title: settings.title,
      category: settings.category,
      tags: settings.tags,
      is_mature: settings.isMature,
      language: settings.language,
      slug: await freeSlug(tx, stream.streamerId, stream.slug, stream.id),
      current_viewers: 0,
      peak_viewers: 0,
      status: 'ended',
      started_at: at,
      seen_at: at,
      ended_at: at,
    })
    .execute();
}

/**
 * Deletes the stream of an uploaded video; others stay.
 * @returns the URL of the thumbnail that its creator uploaded, or null without one; null where it stays
 */
export async function deleteUploaded(
  tx: Writer,
  id: StreamId,
): Promise<{ readonly customThumbnailUrl: string | null } | null> {
  const row = await tx
    .deleteFrom('streams')
    .where('id', '=', id)
    .where('source', '=', 'upload')
    .returning(['thumbnail_url', 'has_custom_thumbnail'])
    .executeTakeFirst();
  return row ? { customThumbnailUrl: row.has_custom_thumbnail ? row.thumbnail_url : null } : null;
}
