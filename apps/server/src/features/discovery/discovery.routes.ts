import {
  discoverVideos,
  getCategories,
  getDiscover,
  getLiveCounts,
  listFollowedVideos,
  listPastStreams,
  listVideos,
  searchChannels,
} from '@tributary/contracts/discovery';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Discovery } from './discovery.service.ts';

export function discoveryRoutes(app: FastifyInstance, discovery: Discovery): void {
  route(app, getDiscover, ({ query }) => discovery.streams(query));
  route(app, searchChannels, ({ query }) => discovery.people(query));
  route(app, getLiveCounts, async ({ query }) => ({ streams: await discovery.counts(query.ids) }));
  route(app, getCategories, async () => ({ categories: await discovery.categories() }));
  route(app, discoverVideos, ({ query }) => discovery.videos(query));
  route(app, listFollowedVideos, async ({ caller }) => ({
    videos: await discovery.followedVideos(caller.userId),
  }));
  route(app, listVideos, ({ params, query }) => discovery.videosOf(params.username, query));
  route(app, listPastStreams, ({ params, query }) => discovery.pastOf(params.username, query));
}
