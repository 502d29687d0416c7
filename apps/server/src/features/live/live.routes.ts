import {
  clearPublishCooldown,
  endMyStream,
  getFeatured,
  getIngestHealth,
  getIngestHealthHistory,
  getStream,
  getStreamBySlug,
} from '@tributary/contracts/live';
import type { UserId } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { imageRoute } from '#platform/http/responses/image-route.ts';
import { route } from '#platform/http/route.ts';
import type { ImageCache } from '#platform/storage/index.ts';
import type { IngestHealth } from './ingest-health/ingest-health.ts';
import type { PublishCooldowns } from './lifecycle/publish-cooldowns.ts';
import { playbackRoutes } from './playback/playback.routes.ts';
import type { PlaybackService } from './playback/playback.service.ts';
import type { PublicStreams } from './streams/streams.service.ts';

interface LiveRoutesParts {
  readonly streams: PublicStreams;
  readonly ingestHealth: IngestHealth;
  readonly cooldowns: PublishCooldowns;
  readonly thumbnailImages: ImageCache;
  readonly playback: PlaybackService;
  stop(userId: UserId): Promise<void>;
}

export function liveRoutes(
  app: FastifyInstance,
  { streams, ingestHealth, cooldowns, thumbnailImages, playback, stop }: LiveRoutesParts,
): void {
  route(app, getFeatured, async () => ({ streams: await streams.featured() }));
  route(app, getStream, ({ params }) => streams.byId(params.id));
  route(app, getStreamBySlug, ({ params }) => streams.bySlug(params.username, params.slug));
  route(app, getIngestHealth, ({ caller }) => ingestHealth.read(caller.userId));
  route(app, getIngestHealthHistory, ({ caller }) => ({ points: [...ingestHealth.history(caller.userId)] }));
  route(app, endMyStream, ({ caller }) => stop(caller.userId));
  route(app, clearPublishCooldown, ({ caller }) => cooldowns.clear(caller.userId));

  playbackRoutes(app, playback);

  // Caches must ask again within a second, since an admin may withdraw the thumbnail (docs/decisions/013).
  imageRoute(app, {
    path: '/thumbnails/:file',
    cacheControl: 'public, max-age=1, must-revalidate',
    images: thumbnailImages,
  });
}
