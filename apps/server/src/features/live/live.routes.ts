import {
  clearPublishCooldown,
  endMyStream,
  getFeatured,
  getSignalCourse,
  getSignalHealth,
  getStream,
  getStreamBySlug,
  type UserId,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { sendStoredFile } from '#platform/http/responses/stored-file.ts';
import { route } from '#platform/http/route.ts';
import type { LiveService } from './live.service.ts';
import type { PublishCooldowns } from './publish-cooldowns.ts';
import type { SignalHealths } from './signal-health.ts';
import type { Thumbnails } from './thumbnails.ts';

interface LiveRoutesParts {
  readonly service: LiveService;
  readonly signals: SignalHealths;
  readonly holds: PublishCooldowns;
  readonly thumbnails: Thumbnails;
  stop(userId: UserId): void;
}

export function liveRoutes(
  app: FastifyInstance,
  { service, signals, holds, thumbnails, stop }: LiveRoutesParts,
): void {
  route(app, getFeatured, async () => ({ streams: await service.featured() }));
  route(app, getStream, ({ params }) => service.byId(params.id));
  route(app, getStreamBySlug, ({ params }) => service.bySlug(params.username, params.slug));
  route(app, getSignalHealth, ({ caller }) => signals.read(caller.userId));
  route(app, getSignalCourse, ({ caller }) => ({ points: [...signals.course(caller.userId)] }));
  route(app, endMyStream, ({ caller }) => stop(caller.userId));
  route(app, clearPublishCooldown, ({ caller }) => holds.release(caller.userId));

  app.get<{ Params: { file: string } }>(
    '/thumbnails/:file',
    { schema: { hide: true } },
    async ({ params: { file } }, reply) => sendStoredFile(reply, await thumbnails.read(file)),
  );
}
