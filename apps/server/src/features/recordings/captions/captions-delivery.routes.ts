/** Serves the captions of recordings to those who may watch them. */
import { parseCaptions, writeWebVtt } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { cacheControl } from '../delivery/cache-control.ts';
import type { RecordingAccess } from '../delivery/recording-access.ts';
import { type Admitted, admit } from '../delivery/recording-delivery.routes.ts';
import { findFile } from './captions.repo.ts';
import { trimCaptions } from './trimmed-captions.ts';

const FILE = /^([A-Za-z0-9-]{2,35})\.vtt$/;

export function captionsDeliveryRoutes(app: FastifyInstance, db: Database, access: RecordingAccess): void {
  const files = new ShortCache<string | null>({ ttlMs: 1_000, maxEntries: 100 });

  async function read({ id, audience: { trim } }: Admitted, language: string): Promise<string | null> {
    const text = await db.read((reader) => findFile(reader, id, language));
    if (text === null || trim === null) return text;
    return writeWebVtt(trimCaptions(trim.ranges, parseCaptions(text).cues));
  }

  const options = { schema: { hide: true }, config: { rateLimit: app.rateLimits.recordings } };
  app.get<{ Params: { readonly id: string; readonly file: string } }>(
    '/recordings/:id/captions/:file',
    options,
    async (request, reply) => {
      const admitted = await admit(access, request, reply);
      if (admitted === null) return reply;
      const [, language] = FILE.exec(request.params.file) ?? [];
      const key = `${admitted.id} ${admitted.audience.trim?.revision} ${language}`;
      const text = language === undefined ? null : await files.get(key, () => read(admitted, language));
      if (text === null) return reply.code(404).type('text/plain').send('Not found.\n');
      if (admitted.isPublic) reply.header('cache-control', cacheControl.publicPlaylist);
      return reply.type('text/vtt; charset=utf-8').send(text);
    },
  );
}
