/** Serves the files of clips to viewers who may watch their streams. */
import { type ClipId, clipId } from '@tributary/contracts/clips';
import { streamId } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { cacheControl, isRecordingFile } from '#features/recordings/index.ts';
import type { Database } from '#platform/db/database.ts';
import { ShortCache } from '#platform/short-cache.ts';
import type { Storage } from '#platform/storage/index.ts';
import * as repo from './clips.repo.ts';
import { folderOf } from './clips.service.ts';

/** A clip that is deleted, or whose stream is withdrawn, is unavailable within a second. */
const AUDIENCE_MS = 1_000;

interface ClipRoute {
  /** `*` is the path of a file, as in URLs of recordings. */
  Params: { readonly id: string; readonly clip: string; readonly '*': string };
}

export interface ClipDelivery {
  readonly db: Database;
  readonly storage: Storage;
  readonly live: Pick<Live, 'playback'>;
}

export function clipDeliveryRoutes(app: FastifyInstance, { db, storage, live }: ClipDelivery): void {
  const audiences = new ShortCache<Awaited<ReturnType<typeof repo.findAudience>>>({
    ttlMs: AUDIENCE_MS,
    maxEntries: 10_000,
  });
  const audienceOf = (id: ClipId) =>
    audiences.get(id, () => db.read((reader) => repo.findAudience(reader, id)));
  const notFound = (reply: FastifyReply) =>
    reply.code(404).header('cache-control', cacheControl.private).type('text/plain').send('Not found.\n');

  async function serve(request: FastifyRequest<ClipRoute>, reply: FastifyReply) {
    const { id: stream, clip, '*': path } = request.params;
    const ids = { id: clipId.safeParse(clip), streamId: streamId.safeParse(stream) };
    if (!ids.id.success || !ids.streamId.success || !(isRecordingFile(path) || path === repo.THUMBNAIL_FILE))
      return notFound(reply);
    const audience = await audienceOf(ids.id.data);
    if (audience === null || audience.streamId !== ids.streamId.data) return notFound(reply);
    if (audience.isGated && !live.playback.mayPlay(audience.streamId, request.headers)) {
      return reply
        .code(403)
        .header('cache-control', cacheControl.private)
        .header('access-control-allow-origin', '*')
        .type('text/plain')
        .send('Only viewers with access to the stream can watch this clip.\n');
    }
    const object = await storage.get(folderOf(ids.id.data) + path);
    if (object === null) return notFound(reply);
    if (!audience.isGated) {
      // Any page may embed a public clip.
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    }
    if (object.contentType !== null) reply.type(object.contentType);
    return reply
      .header('cache-control', audience.isGated ? cacheControl.private : cacheControl.publicFile)
      .header('content-length', object.size)
      .send(object.stream);
  }

  const options = { schema: { hide: true }, config: { rateLimit: app.rateLimits.recordings } };
  app.get<ClipRoute>('/recordings/:id/clips/:clip/*', options, serve);
}
