import {
  deleteStreamThumbnail,
  getStreamerData,
  getStreamKey,
  getStreamSettings,
  putStreamSettings,
  putStreamThumbnail,
  rotateStreamKey,
  upgradeToStreamer,
} from '@tributary/contracts/channels';
import type { FastifyInstance } from 'fastify';
import { identityErrors } from '#features/identity/index.ts';
import { route } from '#platform/http/route.ts';
import type { Channels } from './channels.service.ts';
import type { StreamThumbnails } from './stream-thumbnails.ts';

export function channelsRoutes(app: FastifyInstance, channels: Channels, thumbnails: StreamThumbnails): void {
  route(app, upgradeToStreamer, ({ caller }) => channels.upgrade(caller.userId));
  route(app, getStreamerData, async ({ caller, params }) => {
    if (params.userId !== caller.userId) throw identityErrors.user_not_found();
    return { streamerData: await channels.streamerDataOf(caller.userId) };
  });
  route(app, getStreamKey, ({ caller }) => channels.ingestAccess(caller.userId));
  route(app, rotateStreamKey, ({ caller }) => channels.rotateKey(caller.userId));
  route(app, getStreamSettings, ({ caller }) => channels.settings(caller.userId));
  route(app, putStreamSettings, ({ caller, body }) => channels.putSettings(caller.userId, body));
  route(app, putStreamThumbnail, ({ caller, bytes }) => thumbnails.set(caller.userId, bytes));
  route(app, deleteStreamThumbnail, ({ caller }) => thumbnails.set(caller.userId, null));
}
