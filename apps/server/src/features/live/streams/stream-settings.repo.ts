/** The settings of a stream, and its slug, which follows from the title. */
import type { StreamSettings } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { lockStreamer } from '../streamer-lock.repo.ts';
import { numbered } from './slug.ts';

/** @returns the slug, with a number where another stream of the streamer has it or had it */
export async function freeSlug(
  tx: Writer,
  streamerId: UserId,
  slug: string,
  except: StreamId,
): Promise<string> {
  const like = `${slug}%`;
  const present = tx
    .selectFrom('streams')
    .select('slug')
    .where('streamer_id', '=', streamerId)
    .where('id', '!=', except);
  const former = tx
    .selectFrom('stream_former_slugs')
    .select('slug')
    .where('streamer_id', '=', streamerId)
    .where('stream_id', '!=', except);
  const rows = await present
    .where('slug', 'like', like)
    .union(former.where('slug', 'like', like))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  let n = 1;
  while (taken.has(numbered(slug, n))) n += 1;
  return numbered(slug, n);
}

/** Applies settings to a stream. A new title changes the slug; the former slug still leads to the stream. */
export async function applySettings(
  tx: Writer,
  id: StreamId,
  { slug: wanted, ...chosen }: StreamSettings & { slug: string },
): Promise<void> {
  const row = await tx.selectFrom('streams').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) return;
  const custom = chosen.thumbnailUrl !== null;
  // Removing a custom thumbnail leaves none until the next generated one.
  const kept = row.has_custom_thumbnail ? null : row.thumbnail_url;
  await tx
    .updateTable('streams')
    .set({
      title: chosen.title,
      category: chosen.category,
      tags: chosen.tags,
      is_mature: chosen.isMature,
      language: chosen.language,
      thumbnail_url: custom ? chosen.thumbnailUrl : kept,
      has_custom_thumbnail: custom,
    })
    .where('id', '=', id)
    .execute();
  if (row.title !== chosen.title) await reslug(tx, row, wanted);
}

async function reslug(
  tx: Writer,
  { id, streamer_id: streamerId, slug: former }: { id: StreamId; streamer_id: UserId; slug: string },
  wanted: string,
): Promise<void> {
  await lockStreamer(tx, streamerId);
  const slug = await freeSlug(tx, streamerId, wanted, id);
  if (slug === former) return;
  await tx
    .deleteFrom('stream_former_slugs')
    .where('streamer_id', '=', streamerId)
    .where('slug', '=', slug)
    .execute();
  await tx
    .insertInto('stream_former_slugs')
    .values({ streamer_id: streamerId, slug: former, stream_id: id })
    .onConflict((oc) => oc.columns(['streamer_id', 'slug']).doUpdateSet({ stream_id: id }))
    .execute();
  await tx.updateTable('streams').set({ slug }).where('id', '=', id).execute();
}
