/** The categories that people follow. */
import { CATEGORY_STREAMS_LIMIT, type FollowedCategories } from '@tributary/contracts/discovery';
import type { FeaturedStream } from '@tributary/contracts/live';
import { CATEGORIES, type Category, categorySlug, type UserId } from '@tributary/contracts/shared';
import { cardOf } from '#features/live/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import * as repo from './category-follows.repo.ts';

export interface CategoryFollows {
  list(followerId: UserId): Promise<FollowedCategories>;
  /** Idempotent. */
  follow(followerId: UserId, category: Category): Promise<FollowedCategories>;
  /** Idempotent. */
  unfollow(followerId: UserId, category: Category): Promise<FollowedCategories>;
  /** Live streams of the followed categories. */
  live(followerId: UserId): Promise<FeaturedStream[]>;
  /** All rows, for the export of a person's data. */
  exported(followerId: UserId): Promise<{ category: string; followedAt: Date }[]>;
}

/** The category of a slug; null for the menu's two filters that include every category. */
export const categoryOf = (slug: string): Category | null =>
  CATEGORIES.find((category) => categorySlug(category) === slug) ?? null;

export function createCategoryFollows(db: Database, replica: ReadDatabase): CategoryFollows {
  async function listIn(reader: Reader, followerId: UserId): Promise<FollowedCategories> {
    const rows = await repo.findFollowedCategories(reader, followerId);
    return { categories: rows.flatMap((row) => CATEGORIES.find((name) => name === row.category) ?? []) };
  }

  return {
    list: (followerId) => db.read((reader) => listIn(reader, followerId)),
    follow: (followerId, category) =>
      db.transact(async (tx) => {
        await repo.insertCategoryFollow(tx, followerId, category);
        return listIn(tx, followerId);
      }),
    unfollow: (followerId, category) =>
      db.transact(async (tx) => {
        await repo.deleteCategoryFollow(tx, followerId, category);
        return listIn(tx, followerId);
      }),
    async live(followerId) {
      const found = await replica.read((reader) =>
        repo.findInFollowedCategories(reader, followerId, CATEGORY_STREAMS_LIMIT),
      );
      return found.map((stream) => cardOf(stream));
    },
    exported: (followerId) => db.read((reader) => repo.findFollowedCategories(reader, followerId)),
  };
}
