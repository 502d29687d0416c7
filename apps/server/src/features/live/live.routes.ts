import {
  clearPublishCooldown,
  endMyStream,
  getFeatured,
  getIngestHealth,
  getIngestHealthHistory,
  getStream,
  getStreamBySlug,
  type UserId,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { sendStoredFile } from '#platform/http/responses/stored-file.ts';
import { route } from '#platform/http/route.ts';
import type { IngestHealth } from './ingest-health/ingest-health.ts';
import type { PublishCooldowns } from './lifecycle/publish-cooldowns.ts';
import type { PublicStreams } from './streams/streams.service.ts';
import type { Thumbnails } from './streams/thumbnails.ts';

interface LiveRoutesParts {
  readonly service: PublicStreams;
  readonly ingestHealth: IngestHealth;
  readonly cooldowns: PublishCooldowns;
  readonly thumbnails: Thumbnails;
  stop(userId: UserId): Promise<void>;
}

export function liveRoutes(
  app: FastifyInstance,
  { service, ingestHealth, cooldowns, thumbnails, stop }: LiveRoutesParts,
): void {
  route(app, getFeatured, async () => ({ streams: await service.featured() }));
  route(app, getStream, ({ params }) => service.byId(params.id));
  route(app, getStreamBySlug, ({ params }) => service.bySlug(params.username, params.slug));
  route(app, getIngestHealth, ({ caller }) => ingestHealth.read(caller.userId));
  route(app, getIngestHealthHistory, ({ caller }) => ({ points: [...ingestHealth.history(caller.userId)] }));
  route(app, endMyStream, ({ caller }) => stop(caller.userId));
  route(app, clearPublishCooldown, ({ caller }) => cooldowns.clear(caller.userId));

  app.get<{ Params: { file: string } }>(
    '/thumbnails/:file',
    { schema: { hide: true } },
    async ({ params: { file }, headers }, reply) => {
      const version = await thumbnails.versionOf(file);
      if (version === null) return sendStoredFile(reply, null);
      const etag = `"${version}"`;
      // Caches must ask again within a second, since an admin may withdraw the thumbnail (docs/decisions/013).
      reply.header('etag', etag).header('cache-control', 'public, max-age=1, must-revalidate');
      if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return sendStoredFile(reply, await thumbnails.read(file));
    },
  );
}
