import {
  getStreamKey,
  getStreamSettings,
  putStreamSettings,
  rotateStreamKey,
  upgradeToStreamer,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Channels } from './channels.service.ts';

export function channelsRoutes(app: FastifyInstance, channels: Channels): void {
  route(app, upgradeToStreamer, ({ caller }) => channels.upgrade(caller.userId));
  route(app, getStreamKey, ({ caller, reply }) => {
    reply.header('cache-control', 'no-store');
    return channels.ingestAccess(caller.userId);
  });
  route(app, rotateStreamKey, ({ caller, reply }) => {
    reply.header('cache-control', 'no-store');
    return channels.rotateKey(caller.userId);
  });
  route(app, getStreamSettings, ({ caller }) => channels.settings(caller.userId));
  route(app, putStreamSettings, ({ caller, body }) => channels.putSettings(caller.userId, body));
}
