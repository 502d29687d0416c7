import {
  deleteBlock,
  deleteFollow,
  getFollowState,
  listBlocks,
  listFollowedLive,
  listFollowing,
  putBlock,
  putFollow,
  putFollowNotifications,
} from '@tributary/contracts/follows';
import { getFollowerGrowth } from '@tributary/contracts/live';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Blocks } from './blocks/blocks.service.ts';
import type { Follows } from './follows.service.ts';

export function followsRoutes(app: FastifyInstance, follows: Follows, blocks: Blocks): void {
  route(app, getFollowState, async ({ params, findCaller }) =>
    follows.stateOf(params.username, (await findCaller())?.userId ?? null),
  );
  route(app, putFollow, ({ params, caller }) => follows.follow(caller.userId, params.streamerId));
  route(app, deleteFollow, ({ params, caller }) => follows.unfollow(caller.userId, params.streamerId));
  route(app, putFollowNotifications, ({ params, body, caller }) =>
    follows.setNotifications(caller.userId, params.streamerId, body.notifications),
  );
  route(app, getFollowerGrowth, ({ caller }) => follows.growth(caller.userId));
  route(app, listFollowing, ({ query, caller }) => follows.page(caller.userId, query.cursor));
  route(app, listFollowedLive, async ({ caller }) => ({ streams: await follows.live(caller.userId) }));
  route(app, listBlocks, async ({ caller }) => ({ people: await blocks.list(caller.userId) }));
  route(app, putBlock, ({ params, caller }) => blocks.block(caller.userId, params.userId));
  route(app, deleteBlock, ({ params, caller }) => blocks.unblock(caller.userId, params.userId));
}
