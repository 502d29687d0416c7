import {
  deleteAvatar,
  deleteBanner,
  getProfile,
  getProfileById,
  patchProfile,
  putAvatar,
  putBanner,
} from '@tributary/contracts/profiles';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Profiles } from './profiles.service.ts';

export function profilesRoutes(app: FastifyInstance, profiles: Profiles): void {
  route(app, getProfile, ({ params }) => profiles.byUsername(params.username));
  route(app, getProfileById, ({ params }) => profiles.byId(params.userId));
  route(app, patchProfile, ({ caller, body }) => profiles.edit(caller.userId, body));
  route(app, putAvatar, ({ caller, bytes }) => profiles.setImage(caller.userId, 'avatar', bytes));
  route(app, deleteAvatar, ({ caller }) => profiles.setImage(caller.userId, 'avatar', null));
  route(app, putBanner, ({ caller, bytes }) => profiles.setImage(caller.userId, 'banner', bytes));
  route(app, deleteBanner, ({ caller }) => profiles.setImage(caller.userId, 'banner', null));
}
