import type { Category, UserId } from '@tributary/contracts/shared';
import { listed, type Stream, toStream } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

export async function insertCategoryFollow(
  tx: Writer,
  followerId: UserId,
  category: Category,
): Promise<void> {
  await tx
    .insertInto('category_follows')
    .values({ follower_id: followerId, category })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteCategoryFollow(
  tx: Writer,
  followerId: UserId,
  category: Category,
): Promise<void> {
  await tx
    .deleteFrom('category_follows')
    .where('follower_id', '=', followerId)
    .where('category', '=', category)
    .execute();
}

/** The latest follow first. A category that was renamed since is among them. */
export const findFollowedCategories = (db: Reader, followerId: UserId) =>
  db
    .selectFrom('category_follows')
    .select(['category', 'created_at as followedAt'])
    .where('follower_id', '=', followerId)
    .orderBy('created_at', 'desc')
    .orderBy('category')
    .execute();

/** Live streams of the followed categories, most viewers first, without those of the follower. */
export async function findInFollowedCategories(
  db: Reader,
  followerId: UserId,
  limit: number,
): Promise<Stream[]> {
  const rows = await listed(db)
    .where('s.category', 'in', (select) =>
      select.selectFrom('category_follows').select('category').where('follower_id', '=', followerId),
    )
    .where('s.streamer_id', '!=', followerId)
    .orderBy('s.current_viewers', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .execute();
  return rows.map(toStream);
}
