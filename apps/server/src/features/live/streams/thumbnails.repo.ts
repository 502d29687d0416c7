import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { renamedUrl } from './thumbnail-url.ts';

/** Sets a generated thumbnail, unless the streamer chose a custom one or the stream is gated. */
export async function setThumbnail(tx: Writer, id: StreamId, url: string): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ thumbnail_url: url })
    .where('id', '=', id)
    .where('has_custom_thumbnail', '=', false)
    .where('gate_kind', 'is', null)
    .execute();
}

/** Its URL, which stays until the end of `tx`. */
export async function lockThumbnail(tx: Writer, id: StreamId): Promise<string | null> {
  const row = await tx
    .selectFrom('streams')
    .select('thumbnail_url as url')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.url ?? null;
}

/** Moves a generated thumbnail to a URL that nobody knows. Call it where fewer people may watch the stream. */
export async function renameThumbnail(tx: Writer, id: StreamId): Promise<void> {
  const url = renamedUrl(await lockThumbnail(tx, id));
  if (url === null) return;
  await tx.updateTable('streams').set({ thumbnail_url: url }).where('id', '=', id).execute();
}

/** Null where the stream is gated, an admin stopped or hides it, or banned its streamer. */
export async function findPublicThumbnail(db: Reader, id: StreamId): Promise<string | null> {
  const row = await db
    .selectFrom('streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select('s.thumbnail_url as url')
    .where('s.id', '=', id)
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where('s.gate_kind', 'is', null)
    .where(isPublic)
    .executeTakeFirst();
  return row?.url ?? null;
}

/** Whether a stream of this streamer, live or ended, shows the thumbnail. */
export async function isThumbnailShown(db: Reader, streamerId: UserId, url: string): Promise<boolean> {
  const row = await db
    .selectFrom('streams')
    .select('id')
    .where('streamer_id', '=', streamerId)
    .where('thumbnail_url', '=', url)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
