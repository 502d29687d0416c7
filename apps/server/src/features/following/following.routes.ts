import {
  clearWatched,
  deleteFollow,
  deleteSaved,
  deleteWatched,
  getFollowerGrowth,
  getFollowState,
  getPreferences,
  getSaved,
  getViewerOverview,
  listFollowedAmong,
  listFollowedLive,
  listFollowing,
  listSaved,
  listWatched,
  patchPreferences,
  putFollow,
  putSaved,
  type UserId,
  type ViewerOverview,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Follows } from './follows.service.ts';
import type { WatchHistory } from './history.service.ts';
import type { Preferences } from './preferences.service.ts';
import type { Saved } from './saved.service.ts';

export interface FollowingParts {
  readonly follows: Follows;
  readonly saved: Saved;
  readonly history: WatchHistory;
  readonly preferences: Preferences;
  overviewOf(userId: UserId): Promise<ViewerOverview>;
}

export function followingRoutes(app: FastifyInstance, parts: FollowingParts): void {
  const { follows, saved, history, preferences } = parts;
  route(app, getFollowState, async ({ params, findCaller }) =>
    follows.stateOf(params.username, (await findCaller())?.userId ?? null),
  );
  route(app, putFollow, ({ params, caller }) => follows.follow(caller.userId, params.streamerId));
  route(app, deleteFollow, ({ params, caller }) => follows.unfollow(caller.userId, params.streamerId));
  route(app, getFollowerGrowth, ({ caller }) => follows.growth(caller.userId));
  route(app, listFollowing, ({ query, caller }) => follows.page(caller.userId, query.cursor));
  route(app, listFollowedLive, async ({ caller }) => ({ streams: await follows.live(caller.userId) }));
  route(app, listFollowedAmong, async ({ body, caller }) => ({
    followed: await follows.among(caller.userId, body.streamerIds),
  }));

  route(app, listSaved, ({ query, caller }) => saved.page(caller.userId, query.cursor));
  route(app, getSaved, ({ params, caller }) => saved.has(caller.userId, params.id));
  route(app, putSaved, ({ params, caller }) => saved.add(caller.userId, params.id));
  route(app, deleteSaved, ({ params, caller }) => saved.remove(caller.userId, params.id));

  route(app, listWatched, ({ query, caller }) => history.page(caller.userId, query.cursor));
  route(app, deleteWatched, ({ params, caller }) => history.remove(caller.userId, params.id));
  route(app, clearWatched, ({ caller }) => history.clear(caller.userId));

  route(app, getViewerOverview, ({ caller }) => parts.overviewOf(caller.userId));
  route(app, getPreferences, ({ caller }) => preferences.of(caller.userId));
  route(app, patchPreferences, ({ body, caller }) => preferences.edit(caller.userId, body));
}
