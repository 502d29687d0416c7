/** Serves the captions of recordings to those who may watch them. */
import type { FastifyInstance } from 'fastify';
import { ShortCache } from '#platform/short-cache.ts';
import { cacheControl } from '../access/cache-control.ts';
import type { RecordingAccess } from '../access/recording-access.ts';
import { admit } from '../delivery/recording-delivery.routes.ts';
import { type CaptionsForViewersOptions, captionsForViewers } from './captions-for-viewers.ts';

const FILE = /^([A-Za-z0-9-]{2,35})\.vtt$/;

export function captionsDeliveryRoutes(
  app: FastifyInstance,
  options: CaptionsForViewersOptions & { readonly access: RecordingAccess },
): void {
  const { access } = options;
  const files = new ShortCache<string | null>({ ttlMs: 1_000, maxEntries: 100 });

  const config = { rateLimit: app.rateLimits.recordings };
  app.get<{ Params: { readonly id: string; readonly file: string } }>(
    '/recordings/:id/captions/:file',
    { schema: { hide: true }, config },
    async (request, reply) => {
      const admitted = await admit(access, request, reply);
      if (admitted === null) return reply;
      const [, language] = FILE.exec(request.params.file) ?? [];
      const { id, audience } = admitted;
      const key = `${id} ${audience.trim?.revision} ${language}`;
      const read = (name: string) => captionsForViewers(options, id, name, audience.trim);
      const text = language === undefined ? null : await files.get(key, () => read(language));
      if (text === null) return reply.code(404).type('text/plain').send('Not found.\n');
      if (admitted.isPublic) reply.header('cache-control', cacheControl.publicPlaylist);
      return reply.type('text/vtt; charset=utf-8').send(text);
    },
  );
}
