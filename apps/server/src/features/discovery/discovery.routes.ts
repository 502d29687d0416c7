import {
  deleteCategoryFollow,
  discoverVideos,
  getCategories,
  getDiscover,
  getLiveCounts,
  listFollowedCategories,
  listFollowedCategoriesLive,
  listFollowedVideos,
  listOfflineChannels,
  listPastStreams,
  listSimilarVideos,
  listVideos,
  putCategoryFollow,
  searchChannels,
} from '@tributary/contracts/discovery';
import type { Category } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { type CategoryFollows, categoryOf } from './category-follows.service.ts';
import { discoveryErrors } from './discovery.errors.ts';
import type { Discovery } from './discovery.service.ts';

/** @throws AppError `category_not_found` */
function requireCategory(slug: string): Category {
  const category = categoryOf(slug);
  if (category === null) throw discoveryErrors.category_not_found();
  return category;
}

export function discoveryRoutes(
  app: FastifyInstance,
  discovery: Discovery,
  categories: CategoryFollows,
): void {
  route(app, getDiscover, ({ query }) => discovery.streams(query));
  route(app, searchChannels, ({ query }) => discovery.people(query));
  route(app, getLiveCounts, async ({ query }) => ({ streams: await discovery.counts(query.ids) }));
  route(app, getCategories, async () => ({ categories: await discovery.categories() }));
  route(app, discoverVideos, ({ query }) => discovery.videos(query));
  route(app, listOfflineChannels, async ({ query }) => ({ channels: await discovery.offline(query) }));
  route(app, listFollowedCategories, ({ caller }) => categories.list(caller.userId));
  route(app, putCategoryFollow, ({ caller, params }) =>
    categories.follow(caller.userId, requireCategory(params.category)),
  );
  route(app, deleteCategoryFollow, ({ caller, params }) =>
    categories.unfollow(caller.userId, requireCategory(params.category)),
  );
  route(app, listFollowedCategoriesLive, async ({ caller }) => ({
    streams: await categories.live(caller.userId),
  }));
  route(app, listFollowedVideos, async ({ caller }) => ({
    videos: await discovery.followedVideos(caller.userId),
  }));
  route(app, listSimilarVideos, async ({ params }) => ({ videos: await discovery.similarVideos(params.id) }));
  route(app, listVideos, ({ params, query }) => discovery.videosOf(params.username, query));
  route(app, listPastStreams, ({ params, query }) => discovery.pastOf(params.username, query));
}
