import {
  countClipView,
  createClip,
  deleteClip,
  getClip,
  getClipPermission,
  getClipSettings,
  listClips,
  listFollowedClips,
  putClipSettings,
  removeClip,
} from '@tributary/contracts/clips';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { networkOf } from '#platform/network/network.ts';
import type { Clips } from './clips.service.ts';

export function clipsRoutes(app: FastifyInstance, clips: Clips): void {
  route(app, createClip, ({ params, body, caller }) => clips.create(caller, params.id, body));
  route(app, getClipPermission, ({ params }) => clips.permission(params.id));
  route(app, getClip, ({ params }) => clips.get(params.id));
  route(app, countClipView, ({ params, request }) => clips.countView(params.id, networkOf(request.ip)));
  route(app, deleteClip, ({ params, actor }) => clips.delete(params.id, actor));
  route(app, removeClip, ({ params, body, actor }) => clips.removeFor(params.id, body.reason, actor));
  route(app, listClips, ({ params, query }) => clips.page(params.username, query.cursor));
  route(app, listFollowedClips, async ({ caller }) => ({ clips: await clips.followed(caller.userId) }));
  route(app, getClipSettings, ({ caller }) => clips.settings(caller.userId));
  route(app, putClipSettings, ({ body, caller }) => clips.setPermission(caller.userId, body.allowedTo));
}
