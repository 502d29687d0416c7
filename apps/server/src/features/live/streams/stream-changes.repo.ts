/** Changes of a stream that later features make, in their own transactions. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';

/** Changes the title of a stream. Its slug stays. */
export async function setTitle(tx: Writer, id: StreamId, title: string): Promise<void> {
  await tx.updateTable('streams').set({ title }).where('id', '=', id).execute();
}

/** Hides a stream on behalf of an admin, or shows it again (null). */
export async function setHidden(
  tx: Writer,
  id: StreamId,
  hidden: { readonly by: UserId | null; readonly reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('streams')
    .set({
      hidden_at: hidden && sql<Date>`now()`,
      hidden_by: hidden?.by ?? null,
      hidden_reason: hidden?.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** The thumbnail that a creator chose; null: none. */
export async function setCustomThumbnail(tx: Writer, id: StreamId, url: string | null): Promise<void> {
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
