/** Profile pages; names, bios and images are in identity's tables. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface ProfilePage {
  readonly links: readonly string[];
  readonly featuredVideoId: string | null;
}

export async function findPage(db: Reader, id: UserId): Promise<ProfilePage> {
  const row = await db
    .selectFrom('profile_pages')
    .select(['links', 'featured_stream_id as featuredVideoId'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row ?? { links: [], featuredVideoId: null };
}

/** Changes only the given fields. */
export async function putPage(
  tx: Writer,
  id: UserId,
  { links, featuredVideoId }: { [K in keyof ProfilePage]?: ProfilePage[K] | undefined },
): Promise<void> {
  const values = {
    ...(links && { links: JSON.stringify(links) }),
    ...(featuredVideoId !== undefined && { featured_stream_id: featuredVideoId }),
  };
  await tx
    .insertInto('profile_pages')
    .values({ user_id: id, links: '[]', featured_stream_id: null, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}

export const ownsStream = async (db: Reader, id: UserId, streamId: StreamId): Promise<boolean> =>
  (await db
    .selectFrom('streams')
    .select('id')
    .where('id', '=', streamId)
    .where('streamer_id', '=', id)
    .executeTakeFirst()) !== undefined;
